// Presents font faces as JSON records (media-fonts-and-oembed.md, B2).
import { latestVersion } from '../../../contract/shared/fonts.ts';
import type { FieldMaker, Presenter } from '../../http/module.ts';
import { readData } from '../entries/data-entry.ts';
import type { FaceRow } from './store.ts';

const fields: Record<string, (row: FaceRow) => unknown> = {
  id: ({ id }) => id,
  theme_json_version: () => latestVersion,
  parent: ({ parent }) => parent,
  font_face_settings: ({ content }) => readData(content),
};

export const fontFacePresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ id, parent }: FaceRow) => ({ id, font_family_id: parent }),
};
