// Defines the dependencies of the health tests.
import type { Database } from '../../database/handle.ts';
import type { FileStore } from '../../files/store.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';

/** Dependencies of the health tests. */
export interface HealthDeps {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  /** Store of uploaded files; undefined if none is configured. */
  readonly files: FileStore | undefined;
  /** Data folder of the site; undefined if there is none, as in tests. */
  readonly dataFolder: string | undefined;
  /** Folder of the theme; undefined if unknown. */
  readonly themeFolder: string | undefined;
  /** Returns the names of the recurring jobs of extensions. */
  readonly jobs: () => readonly string[];
  /** Connects to the mail server. Returns whether a server is configured, and the problem, if any, as a sentence. */
  readonly testMail: (signal: AbortSignal) => Promise<{ readonly isConfigured: boolean; readonly problem?: string }>;
}
