// GET on an extension.
import type { Operation } from '../../http/room.ts';

/** Answers with the extension that the rule has loaded. */
export const getPlugin = (): Operation => ({ run: async (_call, row) => ({ kind: 'record', row }) });
