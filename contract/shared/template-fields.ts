// Declares the fields of templates and template parts (specification: Template and template part; templates-and-styles.md §2).
import type { ContentType } from '../grammar/content-type.ts';
import type { Parameters } from '../grammar/parameter.ts';
import {
  type Context,
  editOnly,
  enumOf,
  everywhere,
  needed,
  nullableTimestamp,
  ReadOnly,
  Type,
  viewAndEdit,
} from '../grammar/schema.ts';
import { entryStatuses } from './entry-fields.ts';

/** Properties of a template that are stored as meta fields. */
export const templateMeta = {
  origin: Type.String({
    description: 'The source from which the template was copied; empty if it was created on this site.',
    default: '',
  }),
  area: Type.String({ description: 'The area of a template part.', default: 'uncategorized' }),
  suggested: Type.Boolean({
    description: 'Whether the template was suggested by the template hierarchy.',
    default: false,
  }),
};

/** Whether the entries of a content type are template parts. */
const isPart = (type: ContentType): boolean => type.name === 'cms_template_part';

/** All contexts, in the order that existing clients expect for most fields of templates. */
const embedFirst: readonly Context[] = ['embed', 'view', 'edit'];

// TypeBox has no schema for a string that may also be an object, so both types are declared for clients.
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
    raw: Type.String({ description: 'The title, as raw text.', context: everywhere }),
    rendered: ReadOnly.String('The title, as HTML for display.', everywhere),
  },
  'The title.',
);

const content = textOrObject(
  {
    raw: Type.String({ description: 'The content, as raw text.', context: viewAndEdit }),
    block_version: ReadOnly.Integer('Version of the block format; 0 if the content has no blocks.', editOnly),
  },
  'The content.',
);

const readonlyText = (description: string, context = embedFirst) => ReadOnly.String(description, context);

const timestampField = (description: string) => nullableTimestamp(description, viewAndEdit, { readonly: true });

/** Returns the fields of a content type whose entries are templates or template parts. */
export function templateFields(type: ContentType) {
  return {
    id: readonlyText('The ID: the theme and the slug, separated by two slashes.'),
    slug: needed(
      Type.String({
        description: 'The name within the theme.',
        minLength: 1,
        pattern: '[a-zA-Z0-9_\\%-]+',
        context: embedFirst,
      }),
    ),
    theme: Type.String({
      description: 'The theme to which the template belongs.',
      context: embedFirst,
      check: 'theme-name',
    }),
    type: Type.String({ description: 'The content type.', context: embedFirst, isName: true }),
    source: readonlyText('The source: `custom`, `theme` or `plugin`.'),
    origin: Type.Unsafe<string | null>({
      description: 'The source from which a stored template was copied.',
      type: 'string',
      alsoTypes: ['null'],
      context: embedFirst,
      readonly: true,
    }),
    content,
    title,
    description: Type.String({
      description: 'A description of the purpose of the template.',
      default: '',
      context: embedFirst,
    }),
    status: enumOf(entryStatuses, {
      description: 'The status.',
      default: 'publish',
      alsoShown: ['inherit', 'trash'],
      context: embedFirst,
    }),
    cms_id: ReadOnly.Integer('The ID in the database; 0 for a file of the theme.', embedFirst),
    has_theme_file: ReadOnly.Boolean('Whether the theme has a file with this name.', embedFirst),
    author: Type.Integer({ description: 'The user ID of the author; 0 for a file of the theme.', context: everywhere }),
    modified: timestampField("The time of the last modification, in the site's time zone."),
    author_text: readonlyText('The display name of the author.', everywhere),
    original_source: enumOf(['theme', 'plugin', 'site', 'user'], {
      description: 'The kind of author: `theme`, `plugin`, `site` or `user`.',
      context: everywhere,
      readonly: true,
    }),
    date: timestampField("The publication date, in the site's time zone; null for a template from a theme file."),
    ...(isPart(type) && {
      area: Type.String({ description: 'The area in which the template part is used.', context: embedFirst }),
    }),
    ...(!isPart(type) && {
      is_custom: ReadOnly.Boolean('Whether the template is not one of the standard templates.', embedFirst),
      plugin: { ...readonlyText('The plugin that provides the template, if any.', everywhere), sometimes: true },
    }),
  };
}
export type TemplateFields = ReturnType<typeof templateFields>;
