// Declares comments and notes (specification: Comment; users-and-comments.md §5). The specification defines only the collection, but
// existing clients also use the routes of single comments.
import { plainColumns } from '../columns.ts';
import { columnFields } from '../grammar/column.ts';
import type { ContentType } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import {
  type Args,
  contextParameter,
  forceParameter,
  optional,
  type Parameters,
  writable,
} from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import { editOnly, enumOf, everywhere, ids, ReadOnly, Type, timestamp, viewAndEdit } from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from '../shared/list-parameters.ts';

/** Sort keys of comments. */
const commentOrders = ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'] as const;

/** The statuses of comments (users-and-comments.md §5.1). */
const commentStatuses = ['approved', 'hold', 'spam', 'trash', 'post-trashed'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** The statuses of notes. */
export const noteStatuses = ['resolved', 'reopen'] as const;

const email = (context = editOnly) =>
  Type.String({ description: "The author's email address.", format: 'email', context, check: 'comment-email' });

const { author_ip, parent, post, ...otherColumns } = columnFields(plainColumns.comments);

export const commentFields = {
  id: ReadOnly.Integer('The ID of the comment.', everywhere),
  author: Type.Integer({ description: 'The user ID of the author; 0 for none.', context: everywhere }),
  author_email: email(),
  author_ip,
  author_name: Type.String({ description: 'The name of the author.', context: everywhere }),
  author_url: Type.String({ description: "The author's website.", format: 'uri', context: everywhere }),
  author_user_agent: Type.String({ description: 'The user agent of the client.', context: editOnly }),
  content: Type.Object(
    {
      raw: Type.String({ description: 'The content, as raw text.', context: editOnly }),
      rendered: ReadOnly.String('The content, as HTML for display.', everywhere),
    },
    { description: 'The content.', context: everywhere, unchecked: true },
  ),
  date: timestamp({ description: "The date of the comment, in the site's time zone.", context: everywhere }),
  date_gmt: timestamp({ description: 'The date of the comment, in GMT.', context: viewAndEdit }),
  link: ReadOnly.String('The public URL.', everywhere, { format: 'uri' }),
  parent,
  post,
  status: Type.String({ description: 'The status of the comment.', context: viewAndEdit }),
  type: ReadOnly.String('The type of the comment: `comment`, `note`, `pingback` or `trackback`.', everywhere, {
    default: 'comment',
  }),
  author_avatar_urls: Type.Object(
    Object.fromEntries(
      ['24', '48', '96'].map((size) => [
        size,
        Type.String({ description: `The URL of the avatar, ${size} pixels wide.`, format: 'uri', context: everywhere }),
      ]),
    ),
    { description: 'The URLs of avatars of the author, keyed by size in pixels.', context: everywhere, readonly: true },
  ),
  meta: Type.Object(
    {
      _cms_note_status: enumOf(noteStatuses, {
        ...{ title: '', description: 'The status of a note: `resolved`, `reopen`, or null.', default: '' },
        alsoTypes: ['null'],
      }),
    },
    { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' },
  ),
  ...otherColumns,
};

/** The parameters for creating a comment. `type` is accepted, too, but not declared (users-and-comments.md §5.3). */
const createParameters = {
  ...writable(commentFields, 'create'),
  parent: Type.Integer({ description: 'The ID of the parent comment; 0 for none.', default: 0, first: true }),
  post: Type.Integer({ description: 'The ID of the entry.', default: 0, first: true }),
};

const updateParameters = writable(commentFields, 'change');

/** The arguments for creating or updating a comment. */
export type CommentArgs = Args<typeof updateParameters>;

const timeFilter = (description: string) => optional(Type.String({ description, format: 'date-time' }));

const listParameters = {
  ...pagingParameters(),
  after: timeFilter('Limits the list to comments written after this time.'),
  author: optional(ids({ description: 'Limits the list to comments by these users; 0 for comments without a user.' })),
  author_exclude: optional(ids({ description: 'Excludes comments by these users.' })),
  author_email: Type.Unsafe<string | null>({
    type: 'string',
    format: 'email',
    description: 'Limits the list to comments by the author with this email address.',
    default: null,
  }),
  before: timeFilter('Limits the list to comments written before this time.'),
  exclude: ids({ description: 'Excludes comments with these IDs.', default: [] }),
  include: ids({ description: 'Limits the list to comments with these IDs.', default: [] }),
  offset: offsetParameter,
  order: orderParameter('desc'),
  orderby: enumOf(commentOrders, { description: 'The sort key of the list.', default: 'date_gmt' }),
  parent: ids({ description: 'Limits the list to replies to these comments; 0 for top-level comments.', default: [] }),
  parent_exclude: ids({ description: 'Excludes replies to these comments.', default: [] }),
  post: ids({
    description: 'Limits the list to comments on these entries; 0 for comments without an entry.',
    default: [],
  }),
  status: Type.String({
    description: 'Limits the list to comments with this status.',
    default: 'approve',
    first: true,
  }),
  type: Type.String({ description: 'Limits the list to comments of this type.', default: 'comment', first: true }),
  password: optional(Type.String({ description: 'The password of the entry, if it has one.' })),
};

/** The arguments of the list operation. */
export type CommentListArgs = Args<typeof listParameters>;

const password = optional(Type.String({ description: 'The password of the entry, if it has one.' }));
const item: Parameters = { id: optional(Type.Integer({ description: 'The ID of the comment.' })) };

// Batches cannot contain requests to comment routes (users-and-comments.md §3.5, second to last item).
const endpoints = declareEndpoints({
  'list-comments': { permission: 'list-comments', parameters: listParameters },
  'create-comment': { refuses: [409], permission: 'create-comment', parameters: createParameters, anonymous: true },
  'get-comment': { permission: 'read-comment', parameters: { context: contextParameter, password } },
  'update-comment': { permission: 'edit-comment', parameters: updateParameters },
  'delete-comment': { permission: 'delete-comment', parameters: { force: forceParameter(), password } },
});
export type CommentEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const commentsModule: ModuleDeclaration<CommentEndpoints, typeof commentFields> = { name: 'comments' };

const routes: Route[] = [
  {
    path: '/cms/v2/comments',
    parameters: {},
    endpoints: [endpoints['list-comments'], endpoints['create-comment']],
  },
  {
    path: '/cms/v2/comments/<id>',
    parameters: item,
    endpoints: [endpoints['get-comment'], endpoints['update-comment'], endpoints['delete-comment']],
  },
];

/** Returns the name of the fact that is true for comments on entries of the given type. */
export const onType = (type: string): string => `on_${type}`;

const links = (types: readonly ContentType[]): Link[] => [
  { rel: 'self', href: '/cms/v2/comments/{id}' },
  { rel: 'collection', href: '/cms/v2/comments' },
  { rel: 'author', href: '/cms/v2/users/{author}', embeddable: true, when: 'author' },
  ...types.map(
    ({ name, restNamespace, restBase }): Link => ({
      rel: 'up',
      href: `/${restNamespace}/${restBase}/{post}`,
      embeddable: true,
      members: { post_type: name },
      when: onType(name),
    }),
  ),
  { rel: 'in-reply-to', href: '/cms/v2/comments/{parent}', embeddable: true, when: 'parent' },
  { rel: 'children', href: '/cms/v2/comments?parent={id}', embeddable: true, when: 'has_answers' },
  {
    rel: 'children',
    href: '/cms/v2/comments?parent={id}&type=note&status=all',
    embeddable: true,
    when: 'has_notes',
  },
];

/** Returns the resource of comments. Comments link to their entries if the type of the entry is in `types`. */
export const commentResource = (types: readonly ContentType[]): Resource<typeof commentFields> => ({
  title: 'comment',
  namespace: 'cms/v2',
  module: commentsModule,
  fields: commentFields,
  links: links(types),
  routes,
});
