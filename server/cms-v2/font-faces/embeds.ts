// Reads font faces for embedding in their families (protocol.md §7.3).
import { fontFaceResource } from '../../../contract/cms-v2/font-faces.ts';
import type { Embedded, EmbedReader } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { errorUnlessCanManageFonts, forbiddenErrors } from '../font-families/conditions.ts';
import { findFaces } from './store.ts';

const notFoundError = { code: 'rest_post_invalid_id', message: 'No font face with this ID.', status: 404 };

/** Returns the embed reader of font faces. The values that it reads have the form `<family ID>/<face ID>`. */
export const fontFaceEmbeds = ({ database }: EntryDeps): EmbedReader[] => [
  {
    target: '/cms/v2/font-families/<font_family_id>/font-faces/<id>',
    resource: fontFaceResource,
    async read(values, { actor }) {
      const ids = values.map((value) => Number(value.split('/')[1]));
      const forbiddenError = errorUnlessCanManageFonts(actor, forbiddenErrors.read);
      const rows = forbiddenError ? [] : await findFaces(database.read, ids);
      const rowsByKey = new Map(rows.map((row) => [`${row.parent}/${row.id}`, row]));
      const embed = (value: string): Embedded => {
        const row = rowsByKey.get(value);
        return row ? { row } : { forbidden: forbiddenError ?? notFoundError };
      };
      return new Map(values.map((value) => [value, embed(value)]));
    },
  },
];
