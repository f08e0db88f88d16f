// Font families (specification: Font family; media-fonts-and-oembed.md, B1).
import { contextParameter, forceParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { everywhere, ids, Type, texts } from '../grammar/schema.ts';
import { fontListParameters, fontType, idField, sentSettings, settingsOf, versionField } from '../shared/fonts.ts';

/** The operations of the room `font-families`; each is a file of that name there. */
export const fontFamilyOperations = [
  'list-font-families',
  'get-font-family',
  'create-font-family',
  'update-font-family',
  'delete-font-family',
] as const;

/** The rules that the routes of font families name. */
export const fontFamilyPermissions = [
  'list-font-families',
  'read-font-family',
  'create-font-family',
  'edit-font-family',
  'delete-font-family',
] as const;

export const fontFamilies = fontType(
  {
    name: 'cms_font_family',
    restBase: 'font-families',
    noun: { one: 'font family', many: 'font families' },
  },
  'font-families',
);

/** What is known of a family. */
export interface FontFamilySettings {
  readonly name: string;
  readonly slug: string;
  /** The name that style sheets call it by, with others to fall back to. */
  readonly fontFamily: string;
  /** The address of a picture that shows it. */
  readonly preview: string;
}

const { slug, ...changeable } = {
  name: Type.String({ description: 'What people call the family.' }),
  slug: Type.String({ description: 'Its name in addresses and presets, which never changes.' }),
  fontFamily: Type.String({ description: 'What style sheets call it, with others to fall back to.' }),
  preview: Type.String({ description: 'The address of a picture that shows it.' }),
};

/** The members that a family must have. */
export const neededOfFamily = ['name', 'slug', 'fontFamily'] as const;

/** What may be sent for a new family, and for one that is there. */
export const newFamilySettings = settingsOf<FontFamilySettings>({ ...changeable, slug }, neededOfFamily);
export const changedFamilySettings = settingsOf<Partial<Omit<FontFamilySettings, 'slug'>>>(changeable);

const fields = {
  id: idField('font family'),
  theme_json_version: versionField,
  font_faces: ids({ description: 'The numbers of its faces, the oldest first.', context: everywhere, readonly: true }),
  font_family_settings: { ...newFamilySettings, description: 'What is known of it.', context: everywhere },
};

const collection = '/cms/v2/font-families';

export const fontFamilyResource: Resource = {
  title: fontFamilies.name,
  noun: fontFamilies.noun,
  namespace: 'cms/v2',
  type: fontFamilies.name,
  room: 'font-families',
  fields,
  links: [
    { rel: 'self', href: `${collection}/{id}` },
    { rel: 'collection', href: collection },
    { rel: 'font_faces', href: `${collection}/{id}/font-faces/{font_face}`, embeddable: true, each: 'font_face' },
  ],
  routes: [
    {
      path: collection,
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-font-families',
          permission: 'list-font-families',
          parameters: {
            ...fontListParameters,
            slug: optional(texts({ description: 'Only families with one of these slugs.' })),
          },
        },
        {
          methods: ['POST'],
          operation: 'create-font-family',
          permission: 'create-font-family',
          parameters: sentSettings('font_family_settings', 'family', 'new-font-family', newFamilySettings),
        },
      ],
    },
    {
      path: `${collection}/<id>`,
      parameters: { id: optional(Type.Integer({ description: 'The number of the font family.' })) },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-font-family',
          permission: 'read-font-family',
          parameters: { context: contextParameter },
        },
        {
          methods: changing,
          operation: 'update-font-family',
          permission: 'edit-font-family',
          parameters: sentSettings('font_family_settings', 'family', 'changed-font-family', changedFamilySettings),
        },
        {
          methods: ['DELETE'],
          operation: 'delete-font-family',
          permission: 'delete-font-family',
          parameters: { force: forceParameter('Must be true, for a family cannot be moved to the trash.') },
        },
      ],
    },
  ],
};
