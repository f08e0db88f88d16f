// Declares font faces, which belong to font families (specification: Font family and font face; media-fonts-and-oembed.md, B2).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, forceParameter } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, Type } from '../grammar/schema.ts';
import {
  fontCapability,
  fontListParameters,
  fontType,
  idField,
  settingsOf,
  settingsParameter,
  versionField,
  versionParameter,
} from '../shared/fonts.ts';
import { fontFamilies } from './font-families.ts';

export const fontFaces = fontType(
  {
    name: 'cms_font_face',
    restBase: 'font-faces',
    below: { restBase: fontFamilies.restBase, parameter: 'font_family_id' },
    noun: { one: 'font face', many: 'font faces' },
  },
  'font-faces',
);

const text = (description: string) => Type.String({ description });

const settings = {
  fontFamily: text('The CSS font-family value.'),
  fontStyle: text('The CSS font-style value.'),
  fontWeight: Type.Unsafe<string>({
    description: 'The weight, or the range of weights of a variable font.',
    type: ['string', 'integer'],
  }),
  fontDisplay: enumOf(['auto', 'block', 'fallback', 'swap', 'optional'], {
    description: 'The display strategy until the font is loaded.',
  }),
  src: Type.Unsafe<string | string[]>({
    description: 'The sources of the font: URLs, or names of form fields with files.',
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  }),
  fontStretch: text('The CSS font-stretch value.'),
  ascentOverride: text('The CSS ascent-override value.'),
  descentOverride: text('The CSS descent-override value.'),
  fontVariant: text('The CSS font-variant value.'),
  fontFeatureSettings: text('The CSS font-feature-settings value.'),
  fontVariationSettings: text('The CSS font-variation-settings value.'),
  lineGapOverride: text('The CSS line-gap-override value.'),
  sizeAdjust: text('The CSS size-adjust value.'),
  unicodeRange: text('The CSS unicode-range value: the characters for which the font is used.'),
  preview: text('The URL of a preview image.'),
};

/** The submitted settings of a font face. */
export type FontFaceSettings = { readonly fontFamily: string; readonly src: string | readonly string[] } & {
  readonly [member in Exclude<keyof typeof settings, 'fontFamily' | 'src'>]?: string;
};

/** Schema of the settings of a font face. */
export const faceSettings = settingsOf<FontFaceSettings>(settings, ['fontFamily', 'src']);

export const fontFaceFields = {
  id: idField('font face'),
  theme_json_version: versionField,
  parent: Type.Integer({ description: 'The ID of the font family of the font face.', context: everywhere }),
  font_face_settings: { ...faceSettings, description: 'The settings of the font face.', context: everywhere },
};

/** The settings that the parameter check `font-face` returns: the sources are a list. */
export type CheckedFaceSettings = FontFaceSettings & { readonly src: readonly string[] };

const endpoints = declareEndpoints({
  'list-font-faces': { permission: 'list-font-faces', parameters: fontListParameters },
  'create-font-face': {
    permission: 'create-font-face',
    parameters: {
      theme_json_version: versionParameter,
      font_face_settings: settingsParameter<CheckedFaceSettings>('font face', 'font-face', faceSettings),
    },
    files: fontCapability,
  },
  'get-font-face': { permission: 'read-font-face', parameters: { context: contextParameter } },
  'delete-font-face': {
    permission: 'delete-font-face',
    parameters: { force: forceParameter('Must be true, because font faces cannot be moved to the trash.') },
  },
});
export type FontFaceEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const fontFacesModule: ModuleDeclaration<FontFaceEndpoints, typeof fontFaceFields> = { name: 'font-faces' };

const family = { font_family_id: Type.Integer({ description: 'The ID of the font family.' }) };
const collection = '/cms/v2/font-families/<font_family_id>/font-faces';
const familyPath = '/cms/v2/font-families/{font_family_id}';

export const fontFaceResource: Resource = {
  title: fontFaces.name,
  noun: fontFaces.noun,
  namespace: 'cms/v2',
  type: fontFaces.name,
  module: fontFacesModule,
  fields: fontFaceFields,
  links: [
    { rel: 'self', href: `${familyPath}/font-faces/{id}` },
    { rel: 'collection', href: `${familyPath}/font-faces` },
    { rel: 'parent', href: familyPath },
  ],
  routes: [
    { path: collection, parameters: family, endpoints: [endpoints['list-font-faces'], endpoints['create-font-face']] },
    {
      path: `${collection}/<id>`,
      parameters: { ...family, id: Type.Integer({ description: 'The ID of the font face.' }) },
      endpoints: [endpoints['get-font-face'], endpoints['delete-font-face']],
    },
  ],
};
