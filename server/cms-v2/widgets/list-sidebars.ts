// GET /cms/v2/sidebars: lists the widget areas.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list, because block themes have no widget areas. */
export const listSidebars = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
