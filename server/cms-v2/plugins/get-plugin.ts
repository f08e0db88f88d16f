// GET /cms/v2/plugins/<plugin>: returns an extension.
import type { Operation } from '../../http/module.ts';

/** Responds with the extension that was loaded for the permission check. */
export const getPlugin = (): Operation => ({ run: async (_call, row) => ({ kind: 'record', row }) });
