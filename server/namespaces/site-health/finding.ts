// From what a test has found to its record (protocol.md §20).
import type { healthTests } from '../../../contract/cms-site-health-v1/site-health.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../../database/errors.ts';
import { StoreFull, StoreUnavailable } from '../../files/store.ts';
import type { Operation } from '../../http/room.ts';
import { literal } from '../../rendering/dynamic/text.ts';

/** What a test has found. Plain text: whole sentences, nothing secret. */
export interface Finding {
  readonly status: 'good' | 'recommended' | 'critical';
  /** In one line. */
  readonly label: string;
  /** What was found, and what it means. */
  readonly description: string;
  /** What can be done. */
  readonly action?: string;
}

/** How long a test may take before it is told as a failure. Milliseconds. */
const patience = 10_000;

export type Subject = 'Performance' | 'Security' | 'Storage';

/** The operation of a test. It always answers in time, whatever the test waits for. */
export function healthTest(
  test: (typeof healthTests)[number],
  subject: Subject,
  find: (signal: AbortSignal) => Promise<Finding>,
  most = patience,
): Operation {
  return {
    async run() {
      const finding = await inTime(find, most);
      const paragraph = (text: string) => `<p>${literal(text)}</p>`;
      const row = {
        test,
        label: finding.label,
        status: finding.status,
        badge: { label: subject, color: 'blue' },
        description: paragraph(finding.description),
        actions: finding.action === undefined ? '' : paragraph(finding.action),
      };
      return { kind: 'record', row };
    },
  };
}

async function inTime(find: (signal: AbortSignal) => Promise<Finding>, most: number): Promise<Finding> {
  const ending = new AbortController();
  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => late.resolve(tooSlow(most)), most);
  try {
    return await Promise.race([find(ending.signal).catch(failed), late.promise]);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

const tooSlow = (most: number): Finding => ({
  status: 'critical',
  label: 'A test did not come to its end',
  description: `What was tried had not been done after ${most / 1000} seconds.`,
  action: 'Look for what is overloaded or cannot be reached: the disk, the database, the network.',
});

const storageErrors = [DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull, StoreFull, StoreUnavailable];

/** What the storage says for itself is the finding; anything else is a fault of ours. */
function failed(error: unknown): Finding {
  if (!storageErrors.some((kind) => error instanceof kind)) throw error;
  return {
    status: 'critical',
    label: 'The storage refuses to work',
    description: `What was tried could not be done: ${sentenceOf[(error as Error).name] ?? 'the storage failed'}.`,
    action: 'The log of the service tells more.',
  };
}

/** In our own words, for what drivers say may name places and users. */
const sentenceOf: Readonly<Record<string, string>> = {
  DatabaseBusy: 'others held the database for too long',
  DatabaseUnavailable: 'the database cannot be reached',
  DatabaseUnusable: 'the database must be mended first',
  DiskFull: 'the disk has no room left',
  StoreFull: 'there is no room left for files',
  StoreUnavailable: 'the place for files cannot be used',
};
