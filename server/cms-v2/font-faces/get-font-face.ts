// GET on a font face.
import type { Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { requireFamilyOf } from './family.ts';

/** Answers with the face. Throws as `requireFamilyOf` does. */
export const getFontFace = ({ database }: EntryParts): Operation => ({
  async run(call, row: WholeEntry) {
    await requireFamilyOf(database.read, call, row);
    return { kind: 'record', row };
  },
});
