// Presents the records of backups.
import type { backupFields } from '../../../contract/octavo-v1/backups.ts';
import type { BackupRecord } from '../../backup/record.ts';
import type { Presenter } from '../../http/module.ts';
import type { BackupsDeps } from './deps.ts';

/** Returns a timestamp in GMT without a zone, as in other records. `text` is in ISO 8601, UTC. */
const toGmt = (text: string): string => text.slice(0, 19);

/** Returns the presenter. Whether backups can be restored depends on the version and the site, so it is found out for each response. */
export const backupPresenter = ({
  backups,
}: BackupsDeps): Presenter<typeof backupFields, BackupRecord, ReadonlyMap<string, object | null>> => ({
  prepare: async (rows, { projection }) =>
    projection.fieldNames.has('obstacle')
      ? new Map(await Promise.all(rows.map(async (row) => [row.id, await backups.findObstacle(row)] as const)))
      : new Map(),
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    automatic: ({ automatic }) => automatic === true,
    state: ({ state }) => (state === 'making' ? 'creating' : state),
    created: ({ made }) => toGmt(made),
    finished: ({ finished }) => finished && toGmt(finished),
    created_by: ({ made_by }) => made_by,
    size: ({ size }) => size,
    progress: ({ progress }) => progress,
    error: ({ error }) => error,
    contents: ({ contents }) => contents,
    obstacle: ({ id }, obstacles) => obstacles.get(id) ?? null,
    check: ({ check }) =>
      check === undefined
        ? null
        : { ...check, started: toGmt(check.started), finished: check.finished && toGmt(check.finished) },
    restore: ({ restore }) =>
      restore && {
        ...{
          state: restore.state,
          started: toGmt(restore.started),
          finished: restore.finished && toGmt(restore.finished),
        },
        ...{ started_by: restore.started_by, progress: restore.progress, error: restore.error },
        copy: restore.copy ?? null,
      },
  },
  facts: ({ id }) => ({ id }),
});
