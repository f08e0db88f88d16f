// GET on a catalogue of blocks.
import type { Operation } from '../../http/room.ts';

/** Answers with nothing: Octavo asks no catalogue, and no block can be installed by a request. */
export const listDirectoryBlocks = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
