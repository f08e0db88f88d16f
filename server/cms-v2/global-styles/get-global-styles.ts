// GET /cms/v2/global-styles/<id>: returns global styles.
import type { Operation } from '../../http/module.ts';

/** Responds with the record that the permission has loaded. */
export const getGlobalStyles = (): Operation => ({ run: async (_call, row) => ({ kind: 'record', row }) });
