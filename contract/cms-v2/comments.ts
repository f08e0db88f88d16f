// Comments and notes (specification: Comment; users-and-comments.md §5). The specification shows the collection alone;
// clients use the items too.
import type { ContentType } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import {
  type Args,
  contextParameter,
  forceParameter,
  optional,
  type Parameters,
  writable,
} from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing, type Route } from '../grammar/route.ts';
import { editOnly, everywhere, ids, Type, time, viewAndEdit, words } from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from '../shared/list-parameters.ts';

/** The operations of the room `comments`; each is a file of that name there. */
export const commentOperations = [
  'list-comments',
  'get-comment',
  'create-comment',
  'update-comment',
  'delete-comment',
] as const;

/** The rules that the routes of comments name. */
export const commentPermissions = [
  'list-comments',
  'read-comment',
  'create-comment',
  'edit-comment',
  'delete-comment',
] as const;

/** What comments can be ordered by. */
export const commentOrders = ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'] as const;
export type CommentOrder = (typeof commentOrders)[number];

/** The states a comment can be in (users-and-comments.md §5.1). */
export const commentStates = ['approved', 'hold', 'spam', 'trash', 'post-trashed'] as const;
export type CommentState = (typeof commentStates)[number];

/** What can be said of a note: it is settled, or open again. */
export const noteStates = ['resolved', 'reopen'] as const;

const email = (context = editOnly) =>
  Type.String({ description: "The author's e-mail address.", format: 'email', context, check: 'comment-email' });

export const commentFields = {
  id: Type.Integer({ description: 'The number of the comment.', context: everywhere, readonly: true }),
  author: Type.Integer({ description: 'The user who wrote it; 0: no user.', context: everywhere }),
  author_email: email(),
  author_ip: Type.String({ description: "The sender's IP address.", format: 'ip', context: editOnly }),
  author_name: Type.String({ description: 'The name of the author.', context: everywhere }),
  author_url: Type.String({ description: "The author's web address.", format: 'uri', context: everywhere }),
  author_user_agent: Type.String({ description: 'What the sender sent it with.', context: editOnly }),
  content: Type.Object(
    {
      raw: Type.String({ description: 'The content as it is stored.', context: editOnly }),
      rendered: Type.String({ description: 'The content as HTML for display.', context: everywhere, readonly: true }),
    },
    { description: 'The content.', context: everywhere, unchecked: true },
  ),
  date: time({ description: "When it was written, in the site's time.", context: everywhere }),
  date_gmt: time({ description: 'The same in GMT.', context: viewAndEdit }),
  link: Type.String({ description: 'Its public address.', format: 'uri', context: everywhere, readonly: true }),
  parent: Type.Integer({ description: 'The comment it answers; 0: none.', context: everywhere, default: 0 }),
  post: Type.Integer({ description: 'The entry it is about.', context: viewAndEdit, default: 0 }),
  status: Type.String({ description: 'The state it is in.', context: viewAndEdit }),
  type: Type.String({
    description: 'What it is: a comment, a note, or a ping from elsewhere.',
    context: everywhere,
    readonly: true,
    default: 'comment',
  }),
  author_avatar_urls: Type.Object(
    Object.fromEntries(
      ['24', '48', '96'].map((size) => [
        size,
        Type.String({ description: `A picture ${size} dots wide.`, format: 'uri', context: everywhere }),
      ]),
    ),
    { description: 'Pictures of the author.', context: everywhere, readonly: true },
  ),
  meta: Type.Object(
    {
      _cms_note_status: words(noteStates, {
        ...{ title: '', description: 'Whether a note is settled; null where nothing is said.', default: '' },
        alsoTypes: ['null'],
      }),
    },
    { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' },
  ),
};

/** What can be sent for a new comment. `type` is taken too, though it is not declared (users-and-comments.md §5.3). */
const created = {
  ...writable(commentFields, 'create'),
  parent: Type.Integer({ description: 'The comment it answers; 0: none.', default: 0, first: true }),
  post: Type.Integer({ description: 'The entry it is about.', default: 0, first: true }),
};

const changed = writable(commentFields, 'change');

/** The fields of a comment as a write receives them. */
export type CommentArgs = Args<typeof changed>;

const moment = (description: string) => optional(Type.String({ description, format: 'date-time' }));

const listParameters = {
  ...pagingParameters(),
  after: moment('Only comments written later.'),
  author: optional(ids({ description: 'Only comments by these users; 0: by no user.' })),
  author_exclude: optional(ids({ description: 'Without comments by these users.' })),
  author_email: Type.Unsafe<string | null>({
    type: 'string',
    format: 'email',
    description: 'Only comments by who has this e-mail address.',
    default: null,
  }),
  before: moment('Only comments written earlier.'),
  exclude: ids({ description: 'Without these.', default: [] }),
  include: ids({ description: 'Only these.', default: [] }),
  offset: offsetParameter,
  order: orderParameter('desc'),
  orderby: words(commentOrders, { description: 'What the list is ordered by.', default: 'date_gmt' }),
  parent: ids({ description: 'Only answers to these comments; 0: answers to none.', default: [] }),
  parent_exclude: ids({ description: 'Without answers to these comments.', default: [] }),
  post: ids({ description: 'Only comments on these entries; 0: on none.', default: [] }),
  status: Type.String({ description: 'Only comments in this state.', default: 'approve', first: true }),
  type: Type.String({ description: 'Only comments of this type.', default: 'comment', first: true }),
  password: optional(Type.String({ description: 'The password of the entry, if it has one.' })),
};

/** Everything a list of comments may be asked for. */
export type CommentListArgs = Args<typeof listParameters>;

const password = optional(Type.String({ description: 'The password of the entry, if it has one.' }));
const item: Parameters = { id: optional(Type.Integer({ description: 'The number of the comment.' })) };

// Comments are not items of batches (users-and-comments.md §3.5, last but one).
const routes: Route[] = [
  {
    path: '/cms/v2/comments',
    parameters: {},
    endpoints: [
      { methods: ['GET'], operation: 'list-comments', permission: 'list-comments', parameters: listParameters },
      {
        methods: ['POST'],
        operation: 'create-comment',
        refuses: [409],
        permission: 'create-comment',
        parameters: created,
        anonymous: true,
      },
    ],
  },
  {
    path: '/cms/v2/comments/<id>',
    parameters: item,
    endpoints: [
      {
        methods: ['GET'],
        operation: 'get-comment',
        permission: 'read-comment',
        parameters: { context: contextParameter, password },
      },
      { methods: changing, operation: 'update-comment', permission: 'edit-comment', parameters: changed },
      {
        methods: ['DELETE'],
        operation: 'delete-comment',
        permission: 'delete-comment',
        parameters: { force: forceParameter(), password },
      },
    ],
  },
];

/** The fact that a comment is on an entry of a type. */
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

/** The resource of comments on entries of the types. */
export const commentResource = (types: readonly ContentType[]): Resource<typeof commentFields> => ({
  title: 'comment',
  namespace: 'cms/v2',
  room: 'comments',
  fields: commentFields,
  links: links(types),
  routes,
});
