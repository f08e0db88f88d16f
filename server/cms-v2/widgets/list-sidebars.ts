// GET on the widget areas.
import type { Operation } from '../../http/room.ts';

/** Answers with nothing: a theme made of blocks has no areas. */
export const listSidebars = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
