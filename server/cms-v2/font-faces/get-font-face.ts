// GET /cms/v2/font-families/<font_family_id>/font-faces/<id>: returns a font face.
import type { EntryDeps } from '../entries/deps.ts';
import { requireFamilyOf } from './family.ts';
import type { FontFaceOperations } from './operations.ts';

/** Responds with the face. Throws the same errors as `requireFamilyOf`. */
export const getFontFace = ({ database }: EntryDeps): FontFaceOperations['get-font-face'] => ({
  async run(call, row) {
    await requireFamilyOf(database.read, call, row);
    return { kind: 'record', row };
  },
});
