// GET lists the widgets of all areas.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list: block themes have no widgets. */
export const listWidgets = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
