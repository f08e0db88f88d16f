// GET /cms/v2/widget-types: lists the widget types.
import type { WidgetOperations } from './operations.ts';

/** Responds with an empty list, because block themes have no widget types. */
export const listWidgetTypes = (): WidgetOperations['list-widget-types'] => ({
  run: async () => ({ kind: 'list', rows: [] }),
});
