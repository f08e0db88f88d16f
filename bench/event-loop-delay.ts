// Reads the delay of the event loop from the metrics of a running service.

/** Interval at which metrics are read, in milliseconds. The service renders them at most once a second. */
const intervalMs = 1050;

/** Delays of the event loop in an interval, as the metrics report them. */
export interface DelaySample {
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Delays of the event loop in a whole measurement. */
export interface Delay {
  readonly p999Ms: number;
  readonly maxMs: number;
}

/** Reads the metrics for some seconds. The first sample, which covers the time before, is discarded. */
export async function readEventLoopDelay(port: number, seconds: number): Promise<Delay> {
  const until = performance.now() + seconds * 1000;
  await readSample(port);
  const samples: DelaySample[] = [];
  do {
    await new Promise((tick) => setTimeout(tick, intervalMs));
    samples.push(await readSample(port));
  } while (performance.now() + intervalMs < until);
  return summarizeDelays(samples);
}

/**
 * Returns the maximum, and an upper bound of the 99.9th percentile. The metrics contain only the 99th percentile and the maximum of each
 * interval. At most all delays of an interval exceed a value below its 99th percentile, and at most one in a hundred exceeds a value
 * between that and its maximum. The bound is the least reported value that at most one delay in a thousand can exceed, if all
 * intervals contain the same number of delays.
 */
export function summarizeDelays(samples: readonly DelaySample[]): Delay {
  const maxMs = Math.max(...samples.map((sample) => sample.maxMs));
  const shareAbove = (value: number): number =>
    samples.reduce((sum, sample) => sum + (value < sample.p99Ms ? 1 : value < sample.maxMs ? 0.01 : 0), 0) /
    samples.length;
  const candidates = samples.flatMap((sample) => [sample.p99Ms, sample.maxMs]).sort((a, b) => a - b);
  return { maxMs, p999Ms: candidates.find((value) => shareAbove(value) <= 0.001) ?? maxMs };
}

async function readSample(port: number): Promise<DelaySample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const milliseconds = (name: string): number => {
    const [, seconds] = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text) ?? [];
    if (seconds === undefined) throw new Error(`The metrics do not contain nodejs_eventloop_lag_${name}_seconds.`);
    return Number(seconds) * 1000;
  };
  return { p99Ms: milliseconds('p99'), maxMs: milliseconds('max') };
}
