// Reads and runs the recurring jobs of the site.
import { send } from '../client.ts';

/** A recurring job. Times are in GMT. */
export interface Job {
  readonly name: string;
  /** A description; empty for jobs of extensions. */
  readonly description: string;
  /** The name of the extension; empty for jobs of the service. */
  readonly extension: string;
  /** The time between two runs, in seconds. */
  readonly interval: number;
  readonly runnable: boolean;
  readonly running: boolean;
  readonly started: string | null;
  readonly finished: string | null;
  /** Why the last run has failed; empty if it has not. */
  readonly error: string;
  readonly next_run: string | null;
}

const path = '/octavo/v1/jobs';

/** Reads all jobs. Throws ApiError. */
export const listJobs = async (signal?: AbortSignal): Promise<readonly Job[]> =>
  (await send<readonly Job[]>(path, { ...(signal && { signal }) })).data;

/** Runs a job in the background. Throws ApiError; 409 if it is running. */
export async function runJob(name: string): Promise<void> {
  await send(`${path}/${name}/runs`, { method: 'POST' });
}
