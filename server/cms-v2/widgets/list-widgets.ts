// GET /cms/v2/widgets: lists the widgets of all areas.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list, because block themes have no widgets. */
export const listWidgets = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
