// GET /cms/v2/widgets: lists the widgets of all areas.
import type { WidgetOperations } from './operations.ts';

/** Responds with an empty list, because block themes have no widgets. */
export const listWidgets = (): WidgetOperations['list-widgets'] => ({
  run: async () => ({ kind: 'list', rows: [] }),
});
