// GET /cms/v2/widget-types: lists the widget types.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list, because block themes have no widget types. */
export const listWidgetTypes = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
