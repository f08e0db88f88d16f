// The fields of entries: what posts, pages and a site's own types consist of (posts-and-pages.md §2).
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import type { Parameters } from '../grammar/parameter.ts';
import {
  type Context,
  editOnly,
  everywhere,
  ids,
  moment,
  Type,
  texts,
  time,
  viewAndEdit,
  withContexts,
  words,
} from '../grammar/schema.ts';

/** The states an entry can be put into (specification: States and transitions). */
export const states = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type State = (typeof states)[number];

/** What may be asked for beside them when filtering lists. */
export const inwardStates = [
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'any',
] as const;

/** The formats of a post (specification: Post and Page). */
export const formats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const;

/** Footnotes of posts, pages and blocks, a list in JSON (posts-and-pages.md §10). */
export const footnotes = Type.String({
  title: '',
  description: 'The footnotes of the text, as a list in JSON.',
  default: '',
  revised: true,
});

const raw = (what: string) => Type.String({ description: `${what} as it is stored.`, context: editOnly });
const rendered = (what: string, context = everywhere) =>
  Type.String({ description: `${what} as HTML for display.`, context, readonly: true });
const locked = Type.Boolean({
  description: 'Whether a password is needed to see it.',
  context: everywhere,
  readonly: true,
});

const always = {
  id: Type.Integer({ description: 'The number of the entry.', context: everywhere, readonly: true }),
  date: moment({ description: "When it was or will be published, in the site's time.", context: everywhere }),
  date_gmt: moment({ description: 'The same in GMT.', context: viewAndEdit }),
  guid: Type.Object(
    {
      rendered: Type.String({ description: 'The identifier for display.', context: viewAndEdit, readonly: true }),
      raw: Type.String({ description: 'The identifier as it is stored.', context: editOnly, readonly: true }),
    },
    { description: 'An identifier that never changes.', context: viewAndEdit, readonly: true },
  ),
  modified: time({
    description: "When it was last changed, in the site's time.",
    context: viewAndEdit,
    readonly: true,
  }),
  modified_gmt: time({ description: 'The same in GMT.', context: viewAndEdit, readonly: true }),
  password: Type.String({
    description: 'A password that protects content and excerpt.',
    context: editOnly,
    check: 'entry-password',
  }),
  slug: Type.String({ description: 'Its name in addresses, unique within the type.', context: everywhere }),
  status: words(states, {
    description: 'The state it is in.',
    context: viewAndEdit,
    check: 'entry-status',
    alsoShown: ['trash'],
  }),
  type: Type.String({ description: 'The content type.', context: everywhere, readonly: true, isName: true }),
  link: Type.String({ description: 'Its public address.', format: 'uri', context: everywhere, readonly: true }),
};

const title = Type.Object(
  { raw: raw('The title'), rendered: rendered('The title') },
  { description: 'The title.', context: everywhere, unchecked: true },
);

const content = Type.Object(
  {
    raw: raw('The content'),
    rendered: rendered('The content', viewAndEdit),
    protected: locked,
    block_version: Type.Integer({
      description: 'Version of the block format used, 0 without blocks.',
      context: editOnly,
      readonly: true,
    }),
  },
  { description: 'The content.', context: viewAndEdit, unchecked: true },
);

const excerpt = Type.Object(
  { raw: raw('The excerpt'), rendered: rendered('The excerpt'), protected: locked },
  { description: 'The excerpt.', context: everywhere, unchecked: true },
);

const openOrClosed = (what: string) => words(['open', 'closed'], { description: what, context: viewAndEdit });

const generated = {
  permalink_template: Type.String({
    description: 'Its address with a mark in place of the slug.',
    context: editOnly,
    readonly: true,
  }),
  generated_slug: Type.String({
    description: 'The slug that the present title would give.',
    context: editOnly,
    readonly: true,
  }),
  class_list: texts({
    description: 'Class names for the element that shows it.',
    context: viewAndEdit,
    readonly: true,
  }),
};

/**
 * The fields of a content type, from the features it supports; one list of term ids for each of its taxonomies, under
 * the taxonomy's REST base.
 */
export function entryFields(type: ContentType, taxonomies: readonly Taxonomy[]): Parameters {
  const has = (feature: ContentType['supports'][number]) => type.supports.includes(feature);
  const comments = {
    comment_status: openOrClosed('Whether comments can be written.'),
    ping_status: openOrClosed('Whether it takes pings.'),
  };
  const fields = {
    ...always,
    ...(has('title') && { title }),
    ...(has('editor') && { content }),
    ...(has('excerpt') && { excerpt }),
    ...(has('author') && { author: Type.Integer({ description: 'The number of its author.', context: everywhere }) }),
    ...(has('thumbnail') && {
      featured_media: Type.Integer({ description: 'The number of its featured image.', context: everywhere }),
    }),
    ...(type.hierarchical && {
      parent: Type.Integer({ description: 'The number of the entry above it.', context: viewAndEdit }),
    }),
    ...(has('page-attributes') && {
      menu_order: Type.Integer({ description: 'Its place among its kind.', context: viewAndEdit }),
    }),
    ...(has('comments') && comments),
    ...(has('sticky') && {
      sticky: Type.Boolean({ description: 'Whether it stays on top of lists.', context: viewAndEdit }),
    }),
    template: Type.String({
      description: 'The template it is shown with.',
      context: viewAndEdit,
      check: `template-of-${type.name}`,
    }),
    ...(has('post-formats') && {
      format: words(formats, { description: 'The kind of text it is.', context: viewAndEdit }),
    }),
    ...(has('custom-fields') && {
      meta: Type.Object(type.meta, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
    }),
    ...type.metaBeside,
    ...Object.fromEntries(
      taxonomies.map((each) => [
        each.restBase,
        ids({ description: `The ${each.noun.many} it is in.`, context: viewAndEdit }),
      ]),
    ),
    ...(type.hasPages && generated),
  };
  return withContexts(fields, type.shown);
}

/** Whether a type shows a text as it is stored in a context. */
export function showsRaw(type: ContentType, context: Context): boolean {
  const shown = (field: string) => (type.shown[`${field}.raw`] ?? editOnly).includes(context);
  return ['title', 'content', 'excerpt'].some(shown);
}
