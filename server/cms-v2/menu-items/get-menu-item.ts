// GET /cms/v2/menu-items/<id>: returns a menu item.
import type { MenuItemOperations } from './operations.ts';

/** Responds with the item that the permission has loaded. */
export const getMenuItem = (): MenuItemOperations['get-menu-item'] => ({
  run: async (_call, row) => ({ kind: 'record', row }),
});
