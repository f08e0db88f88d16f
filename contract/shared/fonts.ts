// Declares what font families and font faces have in common (specification: Font family and font face; media-fonts-and-oembed.md,
// part B).
import { type ContentType, contentType, type DeclaredType, rightsOfOne } from '../grammar/content-type.ts';
import { optional } from '../grammar/parameter.ts';
import { enumOf, everywhere, ids, ReadOnly, type TSchema, Type } from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';

/** The capability required for all operations on fonts. */
export const fontCapability = 'edit_theme_options';

/** Declares a content type for fonts. */
export const fontType = (
  declared: Pick<DeclaredType, 'name' | 'restBase' | 'noun' | 'below'>,
  servedAs: ContentType['servedAs'],
): ContentType =>
  contentType(
    {
      ...declared,
      viewable: false,
      supports: ['title'],
      rights: {
        ...rightsOfOne(fontCapability),
        editPrivate: 'edit_private_posts',
        deletePrivate: 'delete_private_posts',
      },
      mayBeEmpty: true,
      startState: 'publish',
      description: {
        visibility: { show_in_nav_menus: false, show_ui: false },
        capabilities: { read: fontCapability },
      },
      address: { published: '/?p={id}', other: '/?p={id}', slugMark: '' },
    },
    servedAs,
  );

/** The latest version of the theme.json format for font settings. Responses always use it, regardless of the submitted version. */
export const latestVersion = 3;

const versions = { minimum: 2, maximum: latestVersion, default: latestVersion };

/** Declares the field `id`. */
export const idField = (what: string) => ReadOnly.Integer(`The ID of the ${what}.`, everywhere);

export const versionField = Type.Integer({
  description: 'The version of the theme.json format that the font settings use.',
  ...versions,
  context: everywhere,
});

/** The parameter `theme_json_version`. */
export const versionParameter = Type.Integer({
  description: 'The version of the theme.json format that the font settings use.',
  ...versions,
});

const { search: _search, ...paging } = pagingParameters();

/** List parameters of fonts. */
export const fontListParameters = {
  ...paging,
  exclude: ids({ description: 'Excludes fonts with these IDs.', default: [] }),
  include: ids({ description: 'Limits the list to fonts with these IDs.', default: [] }),
  search_semantics: optional(enumOf(['exact'], { description: 'Has no effect.' })),
  offset: offsetParameter,
  order: orderParameter('desc'),
  orderby: enumOf(['id', 'include'], { description: 'The sort key of the list.', default: 'id' }),
};

/**
 * Declares the parameter for submitting settings. The settings are a JSON string; the custom check named `check` parses them and returns
 * settings of the type `S`.
 */
export const settingsParameter = <S>(what: string, check: string, json: TSchema) =>
  Type.Unsafe<S>(
    Type.String({ description: `The settings of the ${what}: a JSON object as a string.`, first: true, check, json }),
  );

/** Declares an object that may have only the given properties. */
export const settingsOf = <S>(properties: Readonly<Record<string, TSchema>>, required: readonly string[] = []) =>
  Type.Unsafe<S>({ type: 'object', properties, required, additionalProperties: false });
