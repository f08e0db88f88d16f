// Font faces, each of a family (specification: Font family and font face; media-fonts-and-oembed.md, B2).
import { contextParameter, forceParameter } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type, words } from '../grammar/schema.ts';
import {
  fontListParameters,
  fontRight,
  fontType,
  idField,
  sentSettings,
  settingsOf,
  versionField,
} from '../shared/fonts.ts';
import { fontFamilies } from './font-families.ts';

/** The operations of the room `font-faces`; each is a file of that name there. */
export const fontFaceOperations = ['list-font-faces', 'get-font-face', 'create-font-face', 'delete-font-face'] as const;

/** The rules that the routes of font faces name. */
export const fontFacePermissions = [
  'list-font-faces',
  'read-font-face',
  'create-font-face',
  'delete-font-face',
] as const;

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
  fontFamily: text('The name of the family in style sheets.'),
  fontStyle: text('Upright, italic or oblique.'),
  fontWeight: Type.Unsafe<string>({
    description: 'Its weight, or two weights between which it varies.',
    type: ['string', 'integer'],
  }),
  fontDisplay: words(['auto', 'block', 'fallback', 'swap', 'optional'], {
    description: 'What is shown until it is loaded.',
  }),
  src: Type.Unsafe<string | string[]>({
    description: 'Where the font is: addresses, or fields of the form that carry files.',
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  }),
  fontStretch: text('How wide it runs.'),
  ascentOverride: text('How far it reaches up.'),
  descentOverride: text('How far it reaches down.'),
  fontVariant: text('Variants of its glyphs.'),
  fontFeatureSettings: text('Features that are switched on or off.'),
  fontVariationSettings: text('Where it stands on the axes that it varies on.'),
  lineGapOverride: text('The gap between lines.'),
  sizeAdjust: text('How much larger or smaller it is drawn.'),
  unicodeRange: text('The characters it is used for.'),
  preview: text('The address of a picture that shows it.'),
};

/** What is known of a face: what was sent of it. */
export type FontFaceSettings = { readonly fontFamily: string; readonly src: string | readonly string[] } & {
  readonly [member in Exclude<keyof typeof settings, 'fontFamily' | 'src'>]?: string;
};

/** What may be sent for a face. */
export const faceSettings = settingsOf<FontFaceSettings>(settings, ['fontFamily', 'src']);

const fields = {
  id: idField('font face'),
  theme_json_version: versionField,
  parent: Type.Integer({ description: 'The number of its family.', context: everywhere }),
  font_face_settings: { ...faceSettings, description: 'What is known of it.', context: everywhere },
};

const family = { font_family_id: Type.Integer({ description: 'The number of the font family.' }) };
const collection = '/cms/v2/font-families/<font_family_id>/font-faces';
const shown = '/cms/v2/font-families/{font_family_id}';

export const fontFaceResource: Resource = {
  title: fontFaces.name,
  noun: fontFaces.noun,
  namespace: 'cms/v2',
  type: fontFaces.name,
  room: 'font-faces',
  fields,
  links: [
    { rel: 'self', href: `${shown}/font-faces/{id}` },
    { rel: 'collection', href: `${shown}/font-faces` },
    { rel: 'parent', href: shown },
  ],
  routes: [
    {
      path: collection,
      parameters: family,
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-font-faces',
          permission: 'list-font-faces',
          parameters: fontListParameters,
        },
        {
          methods: ['POST'],
          operation: 'create-font-face',
          permission: 'create-font-face',
          parameters: sentSettings('font_face_settings', 'face', 'font-face', faceSettings),
          files: fontRight,
        },
      ],
    },
    {
      path: `${collection}/<id>`,
      parameters: { ...family, id: Type.Integer({ description: 'The number of the font face.' }) },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-font-face',
          permission: 'read-font-face',
          parameters: { context: contextParameter },
        },
        {
          methods: ['DELETE'],
          operation: 'delete-font-face',
          permission: 'delete-font-face',
          parameters: { force: forceParameter('Must be true, for a face cannot be moved to the trash.') },
        },
      ],
    },
  ],
};
