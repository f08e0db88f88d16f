// GET /cms/v2/statuses/<status>: returns a status (protocol.md §16).
import type { Operation } from '../../http/module.ts';

/** Responds with the status that the permission has loaded. Links are included even if `_fields` does not request them. */
export const getStatus = (): Operation => ({
  run: async (_call, row) => ({ kind: 'record', row, alwaysLinked: true }),
});
