// What the tests of the instance are given.
import type { Database } from '../../database/handle.ts';
import type { FileStore } from '../../files/store.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';

export interface HealthParts {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  /** Where uploaded files are kept; absent: nowhere. */
  readonly files: FileStore | undefined;
  /** The folder of the site's data; absent: it has none, as in tests. */
  readonly dataFolder: string | undefined;
  /** The folder that the theme was read from; absent: unknown. */
  readonly themeFolder: string | undefined;
  /** The names of work that comes back, which the service has promised to do. */
  readonly jobs: () => readonly string[];
  /** Tries the mail server: whether one is set, and what keeps mail from being sent there, in a sentence. */
  readonly tryMail: (signal: AbortSignal) => Promise<{ readonly isSet: boolean; readonly problem?: string }>;
}
