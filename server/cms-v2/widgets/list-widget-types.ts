// GET lists the widget types.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list: block themes have no widget types. */
export const listWidgetTypes = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
