// GET /octavo/v1/audit-log: lists audit events, newest first.
import { countRecords, listRecords } from '../../audit/store.ts';
import type { Database } from '../../database/handle.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import type { AuditOperations } from './operations.ts';

/** Bound that precedes all timestamps in string order. */
const minTimestamp = '';

/** Bound that follows all timestamps in string order. */
const maxTimestamp = '9999-13';

/** Maximum offset of a page, in audit events. Greater integers are not exact. */
const maxOffset = Number.MAX_SAFE_INTEGER;

/** Responds with a page of the matching audit events; pages after the last one are empty. */
export function listAuditLog(database: Database): AuditOperations['list-audit-log'] {
  return {
    async run({ args }) {
      const { page, per_page: limit } = args;
      const filter = {
        action: args.action,
        actor: args.user,
        after: args.after === undefined ? minTimestamp : parseTimestamp(args.after, '', 'gmt').gmt,
        before: args.before === undefined ? maxTimestamp : parseTimestamp(args.before, '', 'gmt').gmt,
      };
      const rows = await listRecords(database.read, filter, { limit, offset: Math.min((page - 1) * limit, maxOffset) });
      return { kind: 'list', rows, page: { total: await countRecords(database.read, filter), perPage: limit, page } };
    },
  };
}
