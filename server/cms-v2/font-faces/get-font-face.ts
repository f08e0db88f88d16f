// GET /cms/v2/font-families/<font_family_id>/font-faces/<id>: returns a font face.
import type { Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { requireFamilyOf } from './family.ts';

/** Responds with the face. Throws the same errors as `requireFamilyOf`. */
export const getFontFace = ({ database }: EntryDeps): Operation => ({
  async run(call, row: WholeEntry) {
    await requireFamilyOf(database.read, call, row);
    return { kind: 'record', row };
  },
});
