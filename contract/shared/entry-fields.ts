// Declares the fields of entries: posts, pages, and content types of a site (posts-and-pages.md §2).
import { plainColumns } from '../columns.ts';
import { columnFieldsOfType } from '../grammar/column.ts';
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import {
  type Context,
  editOnly,
  enumOf,
  everywhere,
  ids,
  metaObject,
  ReadOnly,
  resettableTimestamp,
  strings,
  Type,
  textField,
  timestamp,
  viewAndEdit,
  withContexts,
} from '../grammar/schema.ts';

/** The statuses that clients can set (specification: States and transitions). */
export const entryStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** The status of an entry that was started, but never saved. It is set only when the entry is started (octavo-v1/auto-drafts.ts). */
export const autoDraftStatus = 'auto-draft';

/** Additional values of the `status` filter of lists. */
export const internalStatusFilters = [
  'trash',
  autoDraftStatus,
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'any',
] as const;

/** The footnotes of posts, pages and blocks, as a JSON array (posts-and-pages.md §10). */
export const footnotes = Type.String({
  title: '',
  description: 'The footnotes, as a JSON array.',
  default: '',
  revised: true,
});

const raw = (what: string) => Type.String({ description: `${what}, as raw text.`, context: editOnly });
const rendered = (what: string, context = everywhere) => ReadOnly.String(`${what}, as HTML for display.`, context);
const isProtected = ReadOnly.Boolean('Whether a password protects the text.', everywhere);

/** The field with the permanent identifier of an entry or revision. */
export const guid = Type.Object(
  {
    rendered: ReadOnly.String('The identifier, for display.', viewAndEdit),
    raw: ReadOnly.String('The raw identifier.', editOnly),
  },
  { description: 'The permanent identifier.', context: viewAndEdit, readonly: true },
);

const commonFields = {
  id: ReadOnly.Integer('The ID of the entry.', everywhere),
  date: resettableTimestamp({
    description: "The publication date, in the site's time zone.",
    context: everywhere,
  }),
  date_gmt: resettableTimestamp({
    description: 'The publication date, in GMT.',
    context: viewAndEdit,
  }),
  guid,
  modified: timestamp({
    description: "The time of the last modification, in the site's time zone.",
    context: viewAndEdit,
    readonly: true,
  }),
  modified_gmt: timestamp({
    description: 'The time of the last modification, in GMT.',
    context: viewAndEdit,
    readonly: true,
  }),
  password: Type.String({
    description: 'The password that protects the content and the excerpt.',
    context: editOnly,
    check: 'entry-password',
  }),
  slug: Type.String({
    description: 'The name in the URL, unique within the type or, in hierarchical types, among siblings.',
    context: everywhere,
  }),
  // The current status of an entry may be submitted, too, even if it cannot be set.
  status: Type.Unsafe<EntryStatus | 'trash' | typeof autoDraftStatus>(
    enumOf(entryStatuses, {
      description: 'The status of the entry.',
      context: viewAndEdit,
      check: 'entry-status',
      alsoShown: ['trash', autoDraftStatus],
    }),
  ),
  type: ReadOnly.String('The content type.', everywhere, { isName: true }),
  link: ReadOnly.String('The public URL.', everywhere, { format: 'uri' }),
};

const title = textField(
  { raw: raw('The title'), rendered: rendered('The title') },
  { description: 'The title.', context: everywhere },
);

const content = textField(
  {
    raw: raw('The content'),
    rendered: rendered('The content', viewAndEdit),
    protected: isProtected,
    block_version: ReadOnly.Integer('Version of the block format; 0 if the content has no blocks.', editOnly),
  },
  { description: 'The content.', context: viewAndEdit },
);

const excerpt = textField(
  { raw: raw('The excerpt'), rendered: rendered('The excerpt'), protected: isProtected },
  { description: 'The excerpt.', context: everywhere },
);

const generated = {
  permalink_template: ReadOnly.String('The public URL with a placeholder for the slug.', editOnly),
  generated_slug: ReadOnly.String('The slug generated from the current title.', editOnly),
  class_list: strings({
    description: 'CSS classes of the element that displays the entry.',
    context: viewAndEdit,
    readonly: true,
  }),
};

/**
 * Returns the fields of a content type, which depend on its features. Each of its taxonomies adds a list of term IDs, named after
 * the REST base of the taxonomy.
 */
export function entryFields(type: ContentType, taxonomies: readonly Taxonomy[]) {
  const has = (feature: ContentType['supports'][number]) => type.supports.includes(feature);
  const fields = {
    ...commonFields,
    ...(has('title') && { title }),
    ...(has('editor') && { content }),
    ...(has('excerpt') && { excerpt }),
    ...(has('author') && { author: Type.Integer({ description: 'The user ID of the author.', context: everywhere }) }),
    ...(has('thumbnail') && {
      featured_media: Type.Integer({ description: 'The media ID of the featured image.', context: everywhere }),
    }),
    ...(type.hierarchical && {
      parent: Type.Integer({ description: 'The ID of the parent entry.', context: viewAndEdit }),
    }),
    ...columnFieldsOfType(plainColumns.entries, type),
    ...(has('custom-fields') && {
      meta: metaObject(type.meta, { description: 'Meta fields.', context: viewAndEdit }),
    }),
    ...fieldsOfSite(type, taxonomies),
    ...(type.hasPages && generated),
  };
  return withContexts(fields, type.shown);
}
export type EntryFields = ReturnType<typeof entryFields>;

/** Returns the fields whose names depend on the site: meta fields and taxonomies. They are not part of the type `EntryFields`. */
const fieldsOfSite = (type: ContentType, taxonomies: readonly Taxonomy[]): object => ({
  ...type.metaBeside,
  ...Object.fromEntries(
    taxonomies.map((each) => [
      each.restBase,
      ids({ description: `The IDs of the assigned ${each.noun.many}.`, context: viewAndEdit }),
    ]),
  ),
});

/** Whether responses in a context contain the raw title, content or excerpt of an entry. */
export function includesRaw(type: ContentType, context: Context): boolean {
  const isRawIncluded = (field: string) => (type.shown[`${field}.raw`] ?? editOnly).includes(context);
  return ['title', 'content', 'excerpt'].some(isRawIncluded);
}
