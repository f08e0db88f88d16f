// GET /octavo/v1/backups/<id>/comparison: compares a backup with the current site.
import type { CountedKind } from '../../../contract/octavo-v1/backups.ts';
import type { BackupCounts } from '../../backup/record.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { version } from '../../version.ts';
import { type BackupOperations, type BackupsDeps, withApiErrors } from './deps.ts';

const countStatement = (table: 'entries' | 'terms' | 'users' | 'comments') =>
  statement((q) => q.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n')));

const countStatements = {
  entries: countStatement('entries'),
  terms: countStatement('terms'),
  users: countStatement('users'),
  comments: countStatement('comments'),
  files: statement((q) =>
    q
      .selectFrom('media_files')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('entry_id', 'is not', null),
  ),
};

type Since = Slots<{ since: string }>;

const newerStatements = {
  entries: statement((q, p: Since) =>
    q
      .selectFrom('entries')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('modified_gmt', '>=', p.since),
  ),
  comments: statement((q, p: Since) =>
    q
      .selectFrom('comments')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('date_gmt', '>=', p.since),
  ),
  users: statement((q, p: Since) =>
    q
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('registered', '>=', p.since),
  ),
};

/**
 * Responds with the contents of the backup and of the current site, and with the number of records that a restore would replace although
 * they are newer. The second in which the backup was started counts as newer, so that no loss is omitted.
 *
 * Throws ApiError 404 `rest_backup_invalid_id` and 409 `rest_backup_not_ready`, `rest_backup_damaged`.
 */
export const compareBackup = ({ storage, backups }: BackupsDeps): BackupOperations['compare-backup'] => ({
  async run({ path, work }) {
    const { record, head, obstacle } = await withApiErrors(() => backups.inspect(path.id ?? ''));
    const { database, site } = storage;
    const read = database.scanning(work, 'id');
    const since = head.made.slice(0, 19);
    const [contents, newer] = [await countAll(read), await countNewer(read, since)];
    return {
      kind: 'value',
      uncached: true,
      value: {
        backup: {
          ...{ id: record.id, name: record.name, created: since, created_by: head.made_by },
          ...{ version: head.program, home: head.home, contents: record.contents && countsOf(record.contents) },
        },
        site: { version: version(), home: site.home, contents },
        newer,
        obstacle,
        command: `npm run --silent octavo -- backup restore ${record.id}${
          obstacle?.reason === 'foreign' ? ' --foreign' : ''
        }`,
      },
    };
  },
});

const countsOf = ({ entries, terms, users, comments, files }: BackupCounts): Record<CountedKind, number> => ({
  ...{ entries, terms, users, comments, files },
});

async function countAll(read: ReadHandle): Promise<Record<CountedKind, number>> {
  const count = async (kind: CountedKind) => Number((await read.first(countStatements[kind], {}))?.n ?? 0);
  const [entries, terms, users] = [await count('entries'), await count('terms'), await count('users')];
  return { entries, terms, users, comments: await count('comments'), files: await count('files') };
}

async function countNewer(read: ReadHandle, since: string) {
  const count = async (kind: keyof typeof newerStatements) =>
    Number((await read.first(newerStatements[kind], { since }))?.n ?? 0);
  return { entries: await count('entries'), comments: await count('comments'), users: await count('users') };
}
