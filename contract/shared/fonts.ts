// What font families and font faces have in common (specification: Font family and font face;
// media-fonts-and-oembed.md, part B).
import { type ContentType, contentType, type DeclaredType, rightsOfOne } from '../grammar/content-type.ts';
import { type Args, optional } from '../grammar/parameter.ts';
import { everywhere, ids, type TSchema, Type, words } from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';

/** Whoever has it may do everything with fonts, and nobody else anything. */
export const fontRight = 'edit_theme_options';

/** A type of fonts. */
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
        ...rightsOfOne(fontRight),
        editPrivate: 'edit_private_posts',
        deletePrivate: 'delete_private_posts',
      },
      mayBeEmpty: true,
      startState: 'publish',
      description: {
        visibility: { show_in_nav_menus: false, show_ui: false },
        capabilities: { read: fontRight },
      },
      address: { published: '/?p={id}', other: '/?p={id}', slugMark: '' },
    },
    servedAs,
  );

/** The newest version of the form in which settings are written; all are answered in it, whatever was sent. */
export const newestVersion = 3;

const versions = { minimum: 2, maximum: newestVersion, default: newestVersion };

/** The field with the number of what is told of. */
export const idField = (what: string) =>
  Type.Integer({ description: `The number of the ${what}.`, context: everywhere, readonly: true });

export const versionField = Type.Integer({
  description: 'The version of the form in which the settings are written.',
  ...versions,
  context: everywhere,
});

const versionParameter = Type.Integer({
  description: 'The version of the form in which the settings are written.',
  ...versions,
});

const { search: _search, ...paging } = pagingParameters();

/** What lists of fonts may be asked for. */
export const fontListParameters = {
  ...paging,
  exclude: ids({ description: 'Without these.', default: [] }),
  include: ids({ description: 'Only these.', default: [] }),
  search_semantics: optional(words(['exact'], { description: 'Changes nothing.' })),
  offset: offsetParameter,
  order: orderParameter('desc'),
  orderby: words(['id', 'include'], { description: 'What the list is ordered by.', default: 'id' }),
};
export type FontListArgs = Args<typeof fontListParameters> & { readonly slug?: readonly string[] };

/** The settings as they are sent: a text in JSON, which a check of the server's own reads. */
export const sentSettings = (name: string, what: string, check: string, json: TSchema) => ({
  theme_json_version: versionParameter,
  [name]: Type.String({ description: `The settings of the ${what}, an object in JSON.`, first: true, check, json }),
});

/** An object with these members and no others. */
export const settingsOf = <S>(properties: Readonly<Record<string, TSchema>>, required: readonly string[] = []) =>
  Type.Unsafe<S>({ type: 'object', properties, required, additionalProperties: false });
