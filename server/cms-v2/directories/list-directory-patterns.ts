// GET on a catalogue of patterns.
import type { Operation } from '../../http/room.ts';

/** Answers with nothing: Octavo asks no catalogue, and has none. */
export const listDirectoryPatterns = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
