// Defines the jobs of the process that reads and imports uploaded export files.
import type { DataConfig } from '../config/config.ts';
import type { ListenerAddress } from '../fetch/own-listener.ts';
import type { ImportJob } from '../site-imports/runner.ts';

/** The parts of the configuration of the service that the process needs. */
export interface WorkerSite {
  readonly config: DataConfig;
  /** Hosts from which the service may fetch regardless of their network. */
  readonly fetchHosts: readonly string[];
  /** The listener of the service, from which nothing is fetched. */
  readonly listener: ListenerAddress;
}

export type ImportWorkerJob =
  | { readonly kind: 'inspect'; readonly path: string }
  | { readonly kind: 'import'; readonly site: WorkerSite; readonly job: ImportJob };

/** The error of a job, as plain data. */
export interface ImportWorkerError {
  readonly kind: 'not-an-export' | 'other';
  readonly message: string;
}
