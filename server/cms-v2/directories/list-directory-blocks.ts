// GET searches a catalogue of blocks.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list: Octavo queries no catalogue, and requests cannot install blocks. */
export const listDirectoryBlocks = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
