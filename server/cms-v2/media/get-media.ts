// GET on an item.
import type { Operation } from '../../http/room.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { linkOf } from './addresses.ts';
import type { MediaParts } from './parts.ts';
import type { MediaRow } from './rows.ts';

/** Answers with the file, and names the page that shows it to people. */
export const getMedia = (parts: MediaParts): Operation => ({
  run: async (_call, row: MediaRow) => {
    const hidden = await findHiddenPaths(parts.database.read, [row]);
    return { kind: 'record', row, alternate: linkOf(parts, row, hidden) };
  },
});
