// Fetches the beginning of the text at a URL that a user has submitted.
import { FetchError, type FetchedHead, type FetchLimits, guardedFetch } from './guarded-fetch.ts';

/** Default timeout of a request, in milliseconds. It is short, because users wait for the response. */
const timeoutMs = 5000;

/** Maximum number of bytes that are read. */
const maxBytes = 256 * 1024;

/** Maximum number of concurrent requests per process. Further requests wait. */
const maxConcurrent = 16;

export interface FetchedText extends FetchedHead {
  readonly text: string;
}

let activeCount = 0;
const waiting: (() => void)[] = [];

/**
 * Returns the beginning of the text at a URL, at most 256 KiB. Returns undefined, without reading the body, if the content type of the
 * response is not in `types`. Throws FetchError.
 */
export async function fetchText(
  address: string,
  types: readonly string[],
  limits: FetchLimits = {},
): Promise<FetchedText | undefined> {
  if (activeCount >= maxConcurrent) await new Promise<void>((proceed) => waiting.push(proceed));
  else activeCount += 1;
  try {
    return await guardedFetch(address, (body, head) => readText(body, head, types), {
      timeoutMs,
      ...limits,
      accept: types.join(', '),
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else activeCount -= 1;
  }
}

async function readText(
  body: AsyncIterable<Uint8Array>,
  head: FetchedHead,
  types: readonly string[],
): Promise<FetchedText | undefined> {
  const [type = ''] = head.type.toLowerCase().split(';', 1);
  if (!types.includes(type.trim())) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch (error) {
    throw new FetchError('failed', String(error));
  }
  const bytes = Buffer.concat(chunks).subarray(0, maxBytes);
  return { ...head, text: decodeText(bytes, head.type) };
}

/** Decodes text with the encoding that its content type or its first 1,024 bytes declare, otherwise as UTF-8. */
function decodeText(bytes: Buffer, type: string): string {
  const named = /charset\s*=\s*["']?([\w-]{1,40})/i;
  const label = named.exec(type)?.[1] ?? named.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
