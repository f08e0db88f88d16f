// GET on the audit log: the newest first.
import type { AuditListArgs } from '../../../contract/octavo-v1/audit-log.ts';
import { countRecords, findRecords } from '../../audit/store.ts';
import type { Database } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { readMoment } from '../../time/moment.ts';

/** Moments before and after all others, as texts are ordered. */
const earliest = '';
const latest = '9999-13';

/** How far behind the newest record a page may begin. */
const farthest = Number.MAX_SAFE_INTEGER;

/** Answers with a page of the records that were asked for; a page past the end is empty. */
export function listAuditLog(database: Database): Operation {
  return {
    async run({ args }: Call<AuditListArgs>) {
      const { page, per_page: limit } = args;
      const filter = {
        action: args.action,
        actor: args.user,
        after: args.after === undefined ? earliest : readMoment(args.after, '', 'gmt').gmt,
        before: args.before === undefined ? latest : readMoment(args.before, '', 'gmt').gmt,
      };
      const rows = await findRecords(database.read, filter, { limit, offset: Math.min((page - 1) * limit, farthest) });
      return { kind: 'list', rows, page: { total: await countRecords(database.read, filter), perPage: limit, page } };
    },
  };
}
