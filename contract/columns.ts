// Declares the plain columns of entries, terms, users, comments and media: columns whose parameter, field, storage, import and generated
// values need no other code (docs/content-types.md, "Add a column"). A column with additional rules is declared here, too, if only its
// value or its permission is special; the code of its module overrides what differs.
import { type Columns, column } from './grammar/column.ts';
import { editOnly, enumOf, everywhere, ReadOnly, Type, viewAndEdit } from './grammar/schema.ts';

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

const openOrClosed = (description: string) => enumOf(['open', 'closed'], { description, context: viewAndEdit });

/** All contexts, in the order that existing clients expect for users. */
export const contextsOfUsers = ['embed', 'view', 'edit'] as const;

/** The plain columns, keyed by the name of the table. */
export const plainColumns = {
  entries: {
    menu_order: column(Type.Integer({ description: 'The position in the menu order.', context: viewAndEdit }), 0, {
      feature: 'page-attributes',
    }),
    comment_status: column(openOrClosed('The comment status: `open` or `closed`.'), 'closed', { feature: 'comments' }),
    ping_status: column(openOrClosed('The ping status: `open` or `closed`.'), 'closed', { feature: 'comments' }),
    sticky: column(
      Type.Boolean({
        description: 'Whether the entry is sticky. Lists begin with sticky entries if `ignore_sticky` is false.',
        context: viewAndEdit,
      }),
      false,
      { feature: 'sticky' },
    ),
    template: column(
      Type.String({
        description: 'The template that displays the entry.',
        context: viewAndEdit,
        check: 'entry-template',
      }),
      '',
    ),
    format: column(enumOf(formats, { description: 'The post format.', context: viewAndEdit }), 'standard', {
      feature: 'post-formats',
    }),
  },
  terms: {
    count: column(ReadOnly.Integer('Number of published entries with the term.', viewAndEdit), 0),
  },
  users: {
    url: column(Type.String({ description: 'The website of the user.', format: 'uri', context: contextsOfUsers }), ''),
    description: column(Type.String({ description: 'The biography of the user.', context: contextsOfUsers }), ''),
    locale: column(enumOf(['', 'en_US'], { description: 'The language of the user.', context: editOnly }), ''),
  },
  comments: {
    author_ip: column(
      Type.String({ description: 'The IP address of the client.', format: 'ip', context: editOnly }),
      '',
    ),
    parent: column(
      Type.Integer({ description: 'The ID of the parent comment; 0 for none.', context: everywhere, default: 0 }),
      0,
    ),
    post: column(Type.Integer({ description: 'The ID of the entry.', context: viewAndEdit, default: 0 }), 0),
  },
  media: {
    alt_text: column(Type.String({ description: 'The alternative text of the image.', context: everywhere }), '', {
      importedFrom: '_wp_attachment_image_alt',
    }),
  },
} satisfies Readonly<Record<string, Columns>>;

/** The plain columns of a table. */
export type PlainColumns<Table extends keyof typeof plainColumns> = (typeof plainColumns)[Table];
