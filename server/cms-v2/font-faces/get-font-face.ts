// GET returns a font face.
import type { Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { requireFamilyOf } from './family.ts';

/** Responds with the face. Throws as `requireFamilyOf` does. */
export const getFontFace = ({ database }: EntryDeps): Operation => ({
  async run(call, row: WholeEntry) {
    await requireFamilyOf(database.read, call, row);
    return { kind: 'record', row };
  },
});
