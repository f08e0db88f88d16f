// The fields of templates and template parts (specification: Template and template part; templates-and-styles.md §2).
import type { ContentType } from '../grammar/content-type.ts';
import type { Parameters } from '../grammar/parameter.ts';
import { type Context, editOnly, everywhere, Type, viewAndEdit, whenIn, words } from '../grammar/schema.ts';
import { states } from './entry-fields.ts';

/** What is stored of a template beside its texts. */
export const templateMeta = {
  origin: Type.String({ description: 'Where it was copied from; empty: it was made here.', default: '' }),
  area: Type.String({ description: 'Where a part is used.', default: 'uncategorized' }),
  suggested: Type.Boolean({ description: 'Whether it was suggested by the order of templates.', default: false }),
};

/** Where parts are used. Anything else counts as the last of them (templates-and-styles.md §5). */
export const templateAreas = ['header', 'footer', 'navigation-overlay', 'uncategorized'] as const;

/** Whether the fields are those of parts. */
const isPart = (type: ContentType): boolean => type.name === 'cms_template_part';

/** All contexts in the order in which clients are used to being told most fields of templates. */
const embedFirst: readonly Context[] = ['embed', 'view', 'edit'];

// TypeBox knows no text that may also be an object; both are named, so that callers are told.
const textOrObject = (properties: Parameters, description: string) =>
  Type.Unsafe<string | { raw?: string }>({
    description,
    type: ['object', 'string'],
    default: '',
    context: embedFirst,
    properties,
  });

const title = textOrObject(
  {
    raw: Type.String({ description: 'The title as it is stored.', context: everywhere }),
    rendered: Type.String({ description: 'The title as HTML for display.', context: everywhere, readonly: true }),
  },
  'The title.',
);

const content = textOrObject(
  {
    raw: Type.String({ description: 'The content as it is stored.', context: viewAndEdit }),
    block_version: Type.Integer({
      description: 'Version of the block format used, 0 without blocks.',
      context: editOnly,
      readonly: true,
    }),
  },
  'The content.',
);

const shown = (description: string, context = embedFirst) => Type.String({ description, context, readonly: true });

const moment = (description: string) => whenIn(description, viewAndEdit, { readonly: true });

/** The fields of a type that is served as templates. */
export function templateFields(type: ContentType): Parameters {
  return {
    id: shown('The theme and the slug, with two slashes between them.'),
    slug: Type.String({
      description: 'Its name within the theme.',
      minLength: 1,
      pattern: '[a-zA-Z0-9_\\%-]+',
      context: embedFirst,
      needed: true,
    }),
    theme: Type.String({ description: 'The theme it belongs to.', context: embedFirst, check: 'theme-name' }),
    type: Type.String({ description: 'The content type.', context: embedFirst, isName: true }),
    source: shown('Where it comes from: custom, theme or plugin.'),
    origin: Type.Unsafe<string | null>({
      description: 'What a stored one was copied from.',
      type: 'string',
      alsoTypes: ['null'],
      context: embedFirst,
      readonly: true,
    }),
    content,
    title,
    description: Type.String({ description: 'What it is for.', default: '', context: embedFirst }),
    status: words(states, {
      description: 'The state it is in.',
      default: 'publish',
      alsoShown: ['inherit', 'trash'],
      context: embedFirst,
    }),
    cms_id: Type.Integer({ description: 'Its number; 0: it is a file.', context: embedFirst, readonly: true }),
    has_theme_file: Type.Boolean({
      description: 'Whether the theme has a file of this name.',
      context: embedFirst,
      readonly: true,
    }),
    author: Type.Integer({ description: 'The number of its author; 0: it is a file.', context: everywhere }),
    modified: moment("When it was last changed, in the site's time."),
    author_text: shown('Who it is from, in words.', everywhere),
    original_source: words(['theme', 'plugin', 'site', 'user'], {
      description: 'Who it is from: the theme, a plugin, the site or a user.',
      context: everywhere,
      readonly: true,
    }),
    date: moment("When it was made, in the site's time."),
    ...(isPart(type)
      ? { area: Type.String({ description: 'Where the part is used.', context: embedFirst }) }
      : {
          is_custom: Type.Boolean({
            description: 'Whether it is none of the standard templates.',
            context: embedFirst,
            readonly: true,
          }),
          plugin: { ...shown('The plugin that brought it; absent: none.', everywhere), sometimes: true },
        }),
  };
}
