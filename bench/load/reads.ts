// Generates reads with wrk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Number of concurrent connections that wrk opens. */
const connectionCount = 16;

/** Number and rate of the responses to a load. */
export interface Load {
  readonly count: number;
  readonly perSecond: number;
}

/** The credentials and the method of a read; anonymous GET requests if absent. */
export interface ReadOptions {
  readonly authorization?: string | undefined;
  readonly method?: 'GET' | 'OPTIONS' | undefined;
}

/** Measures a URL with wrk for `seconds` and returns the number of responses per second. */
export const measureReadsPerSecond = async (url: string, seconds: number, options?: ReadOptions): Promise<number> =>
  (await runReadLoad(url, seconds, options)).perSecond;

/**
 * Requests a URL with wrk for `seconds`. Throws if a status is not 2xx. If wrk is not installed, the process ends with an
 * uncaught error.
 */
export async function runReadLoad(
  url: string,
  seconds: number,
  { authorization, method = 'GET' }: ReadOptions = {},
): Promise<Load> {
  const headers = authorization ? ['-H', `Authorization: ${authorization}`] : [];
  const script = method === 'GET' ? [] : ['-s', path.join(import.meta.dirname, `${method.toLowerCase()}.lua`)];
  const child = spawn('wrk', ['-t1', `-c${connectionCount}`, `-d${seconds}s`, ...headers, ...script, url]);
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  child.on('error', () => {
    throw new Error('wrk is not installed; install the Debian package wrk.');
  });
  await once(child, 'close');
  if (/Non-2xx/.test(text)) throw new Error(`${url} returned statuses other than 2xx: ${text}`);
  return {
    count: Number(/(\d+) requests in/.exec(text)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
  };
}

/** Returns the median, or the larger of the two middle values; NaN for an empty list. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
