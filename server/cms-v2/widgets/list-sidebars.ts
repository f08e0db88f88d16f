// GET /cms/v2/sidebars: lists the widget areas.
import type { WidgetOperations } from './operations.ts';

/** Responds with an empty list, because block themes have no widget areas. */
export const listSidebars = (): WidgetOperations['list-sidebars'] => ({
  run: async () => ({ kind: 'list', rows: [] }),
});
