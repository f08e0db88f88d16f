// Implements the endpoint of the latest unexpected errors.
import { type recentErrorFields, recentErrorsModule } from '../../../contract/octavo-v1/recent-errors.ts';
import type { Database } from '../../database/handle.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { countErrors, listErrors, type RecentErrorRow } from '../../recent-errors/store.ts';
import { parseTimestamp } from '../../time/timestamps.ts';

/** Bounds that precede and follow all timestamps in string order. */
const [minTimestamp, maxTimestamp] = ['', '9999-13'];

/** Maximum offset of a page, in errors. Greater integers are not exact. */
const maxOffset = Number.MAX_SAFE_INTEGER;

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view the latest errors.' };

const presenter: Presenter<typeof recentErrorFields, RecentErrorRow, undefined> = {
  prepare: async () => undefined,
  fields: {
    id: (row) => row.error_id,
    date_gmt: (row) => row.date_gmt,
    method: (row) => row.method,
    route: (row) => row.route,
    message: (row) => row.message,
  },
  facts: ({ id }) => ({ id }),
};

/** Returns the module of the latest errors. Reading them requires `manage_options`. */
export function recentErrorsEndpoints(database: Database): Module {
  return implement(recentErrorsModule, {
    permissions: {
      'list-recent-errors': {
        permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError),
      },
    },
    operations: {
      // GET /octavo/v1/recent-errors: lists unexpected errors, newest first.
      /** Responds with a page of the matching errors; pages after the last one are empty. */
      'list-recent-errors': {
        async run({ args }) {
          const { page, per_page: limit, search = '' } = args;
          const filter = {
            search,
            after: args.after === undefined ? minTimestamp : parseTimestamp(args.after, '', 'gmt').gmt,
            before: args.before === undefined ? maxTimestamp : parseTimestamp(args.before, '', 'gmt').gmt,
          };
          const offset = Math.min((page - 1) * limit, maxOffset);
          const rows = await listErrors(database.read, filter, { limit, offset });
          const total = await countErrors(database.read, filter);
          return { kind: 'list', rows, page: { total, perPage: limit, page } };
        },
      },
    },
    presenter,
  });
}
