// GET on an item.
import type { Operation } from '../../http/room.ts';

/** Answers with the record that the rule has loaded. */
export const getGlobalStyles = (): Operation => ({ run: async (_call, row) => ({ kind: 'record', row }) });
