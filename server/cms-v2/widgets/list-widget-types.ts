// GET on the types of widgets.
import type { Operation } from '../../http/room.ts';

/** Answers with nothing: a theme made of blocks has no types of widgets. */
export const listWidgetTypes = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
