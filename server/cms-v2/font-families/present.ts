// Presents font families as JSON records (media-fonts-and-oembed.md, B1).
import type { fontFamilyFields } from '../../../contract/cms-v2/font-families.ts';
import { latestVersion } from '../../../contract/shared/fonts.ts';
import type { Presenter } from '../../http/module.ts';
import { readData } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findFacesOfFamilies } from '../font-faces/store.ts';
import type { FamilyRow } from './store.ts';

/** Maximum number of faces in the record of a family. */
const maxListedFaces = 99;

type Faces = ReadonlyMap<number, readonly number[]>;

const facesOf = ({ id }: FamilyRow, faces: Faces): readonly number[] => faces.get(id) ?? [];

type FontFamilyPresenter = Presenter<typeof fontFamilyFields, FamilyRow, Faces>;

const fields: FontFamilyPresenter['fields'] = {
  id: ({ id }) => id,
  theme_json_version: () => latestVersion,
  font_faces: facesOf,
  font_family_settings: ({ title: name, slug, content }) => {
    const { fontFamily = '', preview = '' } = readData(content);
    return { name, slug, fontFamily, preview };
  },
};

export const fontFamilyPresenter = ({ database }: EntryDeps): FontFamilyPresenter => ({
  prepare: async (rows) => {
    const faces =
      rows.length === 0
        ? []
        : await findFacesOfFamilies(
            database.read,
            rows.map(({ id }) => id),
          );
    const byFamily = Map.groupBy(faces, ({ parent }) => parent);
    return new Map([...byFamily].map(([family, all]) => [family, all.slice(0, maxListedFaces).map(({ id }) => id)]));
  },
  fields,
  facts: (row, faces) => ({ id: row.id, font_face: facesOf(row, faces) }),
});
