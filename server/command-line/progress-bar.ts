// Shows progress bars.
import type { Output } from './output.ts';

/** A progress bar on standard error. */
export interface ProgressBar {
  update(done: number): void;
  setTotal(total: number): void;
  stop(): void;
}

const noBar: ProgressBar = { update: () => {}, setTotal: () => {}, stop: () => {} };

/** Shows a progress bar. It prints nothing when standard error is not a terminal, or when the output is JSON. */
export async function showProgressBar({ isJson }: Output, total: number, counter = ''): Promise<ProgressBar> {
  if (isJson || !process.stderr.isTTY) return noBar;
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar(
    { format: `{bar} {percentage}%${counter} | {eta_formatted}`, hideCursor: true, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(total, 0);
  return bar;
}
