// GET /cms/v2/menus/<id>: returns a menu.
import type { MenuOperations } from './operations.ts';

/** Responds with the menu that the permission has loaded. */
export const getMenu = (): MenuOperations['get-menu'] => ({ run: async (_call, row) => ({ kind: 'record', row }) });
