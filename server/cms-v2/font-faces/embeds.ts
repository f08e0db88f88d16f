// Font faces read for embedding in their families (protocol.md §7.3).
import { fontFaceResource } from '../../../contract/cms-v2/font-faces.ts';
import type { Embedded, EmbedReader } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { denials, unlessManaging } from '../font-families/rules.ts';
import { findFaces } from './store.ts';

const unknown = { code: 'rest_post_invalid_id', message: 'There is no font face of this number.', status: 404 };

/** The reader of faces, which are known by the numbers of their family and their own. */
export const fontFaceEmbeds = ({ database }: EntryParts): EmbedReader[] => [
  {
    target: '/cms/v2/font-families/<font_family_id>/font-faces/<id>',
    resource: fontFaceResource,
    async read(values, { actor }) {
      const ids = values.map((value) => Number(value.split('/')[1]));
      const denied = unlessManaging(actor, denials.read);
      const rows = denied ? [] : await findFaces(database.read, ids);
      const known = new Map(rows.map((row) => [`${row.parent}/${row.id}`, row]));
      const embed = (value: string): Embedded => {
        const row = known.get(value);
        return row ? { row } : { refused: denied ?? unknown };
      };
      return new Map(values.map((value) => [value, embed(value)]));
    },
  },
];
