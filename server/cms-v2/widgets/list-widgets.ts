// GET on the widgets of all areas.
import type { Operation } from '../../http/room.ts';

/** Answers with nothing: a theme made of blocks has no widgets. */
export const listWidgets = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
