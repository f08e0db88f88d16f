// Presents font faces as JSON records (media-fonts-and-oembed.md, B2).
import type { fontFaceFields } from '../../../contract/cms-v2/font-faces.ts';
import { latestVersion } from '../../../contract/shared/fonts.ts';
import type { Presenter } from '../../http/module.ts';
import { readData } from '../entries/data-entry.ts';
import type { FaceRow } from './store.ts';

export const fontFacePresenter: Presenter<typeof fontFaceFields, FaceRow> = {
  prepare: async () => undefined,
  fields: {
    id: ({ id }) => id,
    theme_json_version: () => latestVersion,
    parent: ({ parent }) => parent,
    font_face_settings: ({ content }) => readData(content),
  },
  facts: ({ id, parent }) => ({ id, font_family_id: parent }),
};
