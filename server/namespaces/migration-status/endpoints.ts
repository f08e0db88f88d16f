// Implements the endpoint of the state of the database schema.
import type { Contract } from '../../../contract/contract.ts';
import {
  type BackgroundTask,
  type MigrationStatusEndpoints,
  migrationStatusFields,
  migrationStatusModule,
} from '../../../contract/octavo-v1/migration-status.ts';
import { findIncompleteIndexes, processedEntriesOf } from '../../cms-v2/entries/update-meta-indexes.ts';
import type { Database, ReadHandle } from '../../database/handle.ts';
import type { MigrationSet } from '../../database/migrate.ts';
import { type HistoryRow, listHistory } from '../../database/migration-history.ts';
import { implement, type Operations } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { type PlainRow, plainPresenter } from '../../http/plain-presenter.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { countPendingTexts, countRenderedEntries, countStaleEntries } from './store.ts';

/** Dependencies of the endpoint. */
interface MigrationStatusDeps {
  readonly contract: Contract;
  readonly database: Database;
  /** The migrations of the service and of its enabled extensions. */
  readonly sets: readonly MigrationSet[];
}

type StatusRow = PlainRow<typeof migrationStatusFields>;

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view the state of the database.' };

/** Returns the module of the state of the database. Reading it requires `manage_options`. */
export function migrationStatusEndpoints(deps: MigrationStatusDeps): Module {
  const operations: Operations<MigrationStatusEndpoints, object, StatusRow> = {
    // GET /octavo/v1/migration-status: returns the migrations and the work that follows them.
    /** Responds with the schema version, the applied and pending migrations, and the work in the background. */
    'get-migration-status': {
      async run({ work }) {
        const history = await listHistory(deps.database.read);
        const ofService = history.filter(({ extension }) => extension === '');
        return {
          kind: 'record',
          row: {
            schema_version: lastOf(ofService),
            supported_version: lastOf(deps.sets.find(({ extension }) => extension === undefined)?.migrations ?? []),
            migrations: [...history.map(toApplied), ...deps.sets.flatMap((set) => pendingOf(set, history))],
            // Counting entries reads many rows after an upgrade of a large site.
            tasks: await listTasks(deps, deps.database.scanning(work, 'tasks')),
          },
          uncached: true,
        };
      },
    },
  };
  return implement(migrationStatusModule, {
    permissions: {
      'get-migration-status': {
        permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError),
      },
    },
    operations,
    presenter: plainPresenter(migrationStatusFields),
  });
}

const lastOf = (migrations: readonly { readonly number: number }[]): number =>
  Math.max(0, ...migrations.map(({ number }) => number));

const toApplied = ({ extension, number, name, applied_at, program }: HistoryRow): StatusRow['migrations'][number] => ({
  ...{ extension, number, name, state: 'applied' },
  // Times in records are in GMT, without a zone.
  applied: applied_at.slice(0, 19),
  program: program ?? '',
});

/** Returns the migrations of a set that follow the last one in the history. */
function pendingOf(
  { migrations, extension = '' }: MigrationSet,
  history: readonly HistoryRow[],
): StatusRow['migrations'][number][] {
  const last = lastOf(history.filter((each) => each.extension === extension));
  return migrations
    .filter(({ number }) => number > last)
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, name }) => ({ extension, number, name, state: 'pending', applied: null, program: '' }));
}

async function listTasks(deps: MigrationStatusDeps, scanning: ReadHandle): Promise<StatusRow['tasks']> {
  const { read } = deps.database;
  const total = await countRenderedEntries(read);
  const task = (name: BackgroundTask, object: string, remaining: number, all: number) => ({
    ...{ task: name, object },
    // Entries may be written between the two counts.
    remaining: Math.min(remaining, all),
    total: all,
  });
  const indexes = await findIncompleteIndexes(deps);
  return [
    task('renderings', '', await countStaleEntries(scanning, RENDERER_VERSION), total),
    // Scans cache results, and do not notice that the index was updated.
    task('search-index', '', await countPendingTexts(read), total),
    ...indexes.map(({ field, type, entries }) =>
      task('meta-index', field, Math.max(1, entries - processedEntriesOf(deps.database, type)), Math.max(1, entries)),
    ),
  ];
}
