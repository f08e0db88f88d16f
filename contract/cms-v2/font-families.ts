// Declares font families (specification: Font family; media-fonts-and-oembed.md, B1).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, forceParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ids, strings, Type } from '../grammar/schema.ts';
import {
  fontListParameters,
  fontType,
  idField,
  settingsOf,
  settingsParameter,
  versionField,
  versionParameter,
} from '../shared/fonts.ts';

export const fontFamilies = fontType(
  {
    name: 'cms_font_family',
    restBase: 'font-families',
    noun: { one: 'font family', many: 'font families' },
  },
  'font-families',
);

const familySettings = {
  name: Type.String({ description: 'The display name.' }),
  slug: Type.String({ description: 'The name in URLs and presets. It cannot be changed.' }),
  fontFamily: Type.String({ description: 'The CSS font-family value, with fallbacks.' }),
  preview: Type.String({ description: 'The URL of a preview image.' }),
};
const { slug, ...changeable } = familySettings;

/** The settings of a font family. */
export type FontFamilySettings = { readonly [Name in keyof typeof familySettings]: string };

/** Names of the settings that a new font family requires. */
export const requiredFamilySettings = ['name', 'slug', 'fontFamily'] as const;

/** Schema of the settings of a new font family. */
export const newFamilySettings = settingsOf<FontFamilySettings>({ ...changeable, slug }, requiredFamilySettings);
/** Changes to the settings of a font family. Its slug cannot be changed. */
export type ChangedFamilySettings = Partial<Omit<FontFamilySettings, 'slug'>>;

/** Schema of changes to the settings of a font family. */
export const changedFamilySettings = settingsOf<ChangedFamilySettings>(changeable);

export const fontFamilyFields = {
  id: idField('font family'),
  theme_json_version: versionField,
  font_faces: ids({
    description: 'The IDs of the font faces of the family, oldest first.',
    context: everywhere,
    readonly: true,
  }),
  font_family_settings: { ...newFamilySettings, description: 'The settings of the font family.', context: everywhere },
};

const endpoints = declareEndpoints({
  'list-font-families': {
    permission: 'list-font-families',
    parameters: {
      ...fontListParameters,
      slug: optional(strings({ description: 'Limits the list to font families with one of these slugs.' })),
    },
  },
  'create-font-family': {
    permission: 'create-font-family',
    parameters: {
      theme_json_version: versionParameter,
      font_family_settings: settingsParameter<FontFamilySettings>('font family', 'new-font-family', newFamilySettings),
    },
  },
  'get-font-family': { permission: 'read-font-family', parameters: { context: contextParameter } },
  'update-font-family': {
    permission: 'edit-font-family',
    parameters: {
      theme_json_version: versionParameter,
      font_family_settings: settingsParameter<ChangedFamilySettings>(
        'font family',
        'changed-font-family',
        changedFamilySettings,
      ),
    },
  },
  'delete-font-family': {
    permission: 'delete-font-family',
    parameters: { force: forceParameter('Must be true, because font families cannot be moved to the trash.') },
  },
});
export type FontFamilyEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const fontFamiliesModule: ModuleDeclaration<FontFamilyEndpoints, typeof fontFamilyFields> = {
  name: 'font-families',
};

const collection = '/cms/v2/font-families';

export const fontFamilyResource: Resource = {
  title: fontFamilies.name,
  noun: fontFamilies.noun,
  namespace: 'cms/v2',
  type: fontFamilies.name,
  module: fontFamiliesModule,
  fields: fontFamilyFields,
  links: [
    { rel: 'self', href: `${collection}/{id}` },
    { rel: 'collection', href: collection },
    { rel: 'font_faces', href: `${collection}/{id}/font-faces/{font_face}`, embeddable: true, each: 'font_face' },
  ],
  routes: [
    { path: collection, parameters: {}, endpoints: [endpoints['list-font-families'], endpoints['create-font-family']] },
    {
      path: `${collection}/<id>`,
      parameters: { id: optional(Type.Integer({ description: 'The ID of the font family.' })) },
      endpoints: [endpoints['get-font-family'], endpoints['update-font-family'], endpoints['delete-font-family']],
    },
  ],
};
