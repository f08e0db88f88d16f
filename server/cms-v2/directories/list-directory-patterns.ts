// GET searches a catalogue of patterns.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list: Octavo queries no catalogue and has none. */
export const listDirectoryPatterns = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
