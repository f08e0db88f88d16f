// Runs a health test and presents its finding (protocol.md §20).
import type {
  directorySizeFields,
  HealthEndpoints,
  HealthTest,
  healthTestFields,
} from '../../../contract/cms-site-health-v1/site-health.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { type FileStore, StoreFullError, StoreUnavailableError } from '../../files/store.ts';
import type { Operations } from '../../http/implement.ts';
import type { PlainRow } from '../../http/plain-presenter.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import type { SiteContext } from '../../site-context.ts';

/** Dependencies of the health tests. */
export interface HealthDeps {
  readonly database: Database;
  readonly site: Pick<SiteContext, 'urls' | 'theme' | 'clock'>;
  /** Store of uploaded files; undefined if none is configured. */
  readonly files: FileStore | undefined;
  /** Data folder of the site; undefined if there is none, as in tests. */
  readonly dataFolder: string | undefined;
  /** Returns the names of the recurring jobs of extensions. */
  readonly jobs: () => readonly string[];
  /** Connects to the mail server. Returns whether a server is configured, and the problem, if any, as a sentence. */
  readonly testMail: (signal: AbortSignal) => Promise<{ readonly isConfigured: boolean; readonly problem?: string }>;
}

/** The result of a test. */
type HealthTestRow = PlainRow<typeof healthTestFields>;

/** The sizes of the folders and the database. */
export type DirectorySizesRow = PlainRow<typeof directorySizeFields>;

/** The operations, keyed by their names in the contract. */
export type HealthOperations = Operations<HealthEndpoints, object, HealthTestRow | DirectorySizesRow>;

/** Result of a test, as plain text without secrets. A problem has an action that solves it. */
export type Finding = {
  /** Summary in one line. */
  readonly label: string;
  /** Description of the result and its meaning. */
  readonly description: string;
} & (
  | { readonly status: 'good'; readonly action?: never }
  | {
      readonly status: 'recommended' | 'critical';
      /** Recommended action. */
      readonly action: string;
    }
);

/** Timeout of a test, in milliseconds. */
const defaultTimeoutMs = 10_000;

/** Category of a test, which is presented as its badge. */
type HealthCategory = 'Performance' | 'Security' | 'Storage';

/** Returns the operation of a test. It always responds within the timeout, even if the test hangs. */
export function healthTest(
  test: HealthTest,
  category: HealthCategory,
  find: (signal: AbortSignal) => Promise<Finding>,
  timeoutMs = defaultTimeoutMs,
): HealthOperations[HealthTest] {
  return {
    async run() {
      const finding = await withTimeout(find, timeoutMs);
      const paragraph = (text: string) => `<p>${escapeLiteral(text)}</p>`;
      const row = {
        test,
        label: finding.label,
        status: finding.status,
        badge: { label: category, color: 'blue' },
        description: paragraph(finding.description),
        actions: finding.action === undefined ? '' : paragraph(finding.action),
      };
      return { kind: 'record', row };
    },
  };
}

async function withTimeout(find: (signal: AbortSignal) => Promise<Finding>, timeoutMs: number): Promise<Finding> {
  const controller = new AbortController();
  const timedOut = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => timedOut.resolve(timeoutFinding(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([find(controller.signal).catch(storageFinding), timedOut.promise]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

const timeoutFinding = (timeoutMs: number): Finding => ({
  status: 'critical',
  label: 'The test timed out',
  description: `The test did not finish within ${timeoutMs / 1000} seconds.`,
  action: 'Check whether the disk, the database or the network is overloaded or unreachable.',
});

const storageErrors = [
  DatabaseBusy,
  DatabaseUnavailable,
  DatabaseUnusable,
  DiskFull,
  StoreFullError,
  StoreUnavailableError,
];

/** Returns the finding for a storage error. Rethrows other errors, because they are bugs. */
function storageFinding(error: unknown): Finding {
  if (!(error instanceof Error) || !storageErrors.some((kind) => error instanceof kind)) throw error;
  return {
    status: 'critical',
    label: 'The storage failed',
    description: `The test failed: ${storageMessages[error.name] ?? 'the storage failed'}.`,
    action: 'See the log of the service for details.',
  };
}

/** Fixed messages by error name, because messages of drivers may contain paths and usernames. */
const storageMessages: Readonly<Record<string, string>> = {
  DatabaseBusy: 'the database was locked for too long',
  DatabaseUnavailable: 'the database is unreachable',
  DatabaseUnusable: 'the database is unusable and must be repaired',
  DiskFull: 'the disk is full',
  StoreFull: 'the file store is full',
  StoreUnavailable: 'the file store is unavailable',
};
