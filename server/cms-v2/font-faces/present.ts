// Font faces to records (media-fonts-and-oembed.md, B2).
import type { FieldMaker, Presenter } from '../../http/room.ts';
import { readData } from '../entries/data-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** What is loaded of a face. */
export type FaceRow = Pick<WholeEntry, 'id' | 'parent' | 'content'>;

const fields: Record<string, (row: FaceRow) => unknown> = {
  id: ({ id }) => id,
  // The newest version of the form that settings are written in.
  theme_json_version: () => 3,
  parent: ({ parent }) => parent,
  font_face_settings: ({ content }) => readData(content),
};

/** The presenter of font faces. */
export const fontFacePresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ id, parent }: FaceRow) => ({ id, font_family_id: parent }),
};
