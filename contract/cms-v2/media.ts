// Media: entries that are files (specification: Media; media-fonts-and-oembed.md, part A).
import { type ContentType, contentType, hasOwnAddresses, rightsNamed } from '../grammar/content-type.ts';
import { contextParameter, forceParameter, optional, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { editOnly, everywhere, members, Type, texts, viewAndEdit, words } from '../grammar/schema.ts';
import { entryActions } from '../shared/entries.ts';
import { entryFields } from '../shared/entry-fields.ts';
import { byParent, entryListParameters } from '../shared/entry-parameters.ts';
import { mediaWorkOperations, mediaWorkRoutes } from './media-work.ts';

/** The operations of the room `media`; each is a file of that name there. */
export const mediaOperations = [
  'list-media',
  'get-media',
  'create-media',
  'update-media',
  'delete-media',
  ...mediaWorkOperations,
] as const;

/** The rules that the routes of media name. */
export const mediaPermissions = [
  'list-media',
  'read-media',
  'create-media',
  'edit-media',
  'change-picture',
  'delete-media',
] as const;

/** Families of files that lists can be narrowed to. */
export const mediaFamilies = ['image', 'video', 'text', 'application', 'audio'] as const;

export const media = contentType(
  {
    name: 'attachment',
    restBase: 'media',
    noun: { one: 'file', many: 'files' },
    supports: ['title', 'author', 'comments'],
    rights: { ...rightsNamed('posts'), create: 'upload_files' },
    discussion: 'setting',
    mayBeEmpty: true,
    startState: 'inherit',
    held: true,
    searched: false,
    description: { icon: 'admin-media', visibility: { show_in_nav_menus: false, show_ui: true } },
    address: { published: '/{path}/', other: '/?attachment_id={id}', slugMark: '%postname%' },
  },
  'media',
);

const line = (description: string, context = everywhere) => Type.String({ description, context });
const shown = { context: everywhere, readonly: true };
const forEditors = { context: editOnly, readonly: true };

const quality = (description: string) => Type.Integer({ description, minimum: 1, maximum: 100 });

const text = (what: string, context = everywhere) =>
  Type.Object(
    {
      raw: Type.String({ description: `${what} as it is stored.`, context: editOnly }),
      rendered: Type.String({ description: `${what} as HTML for display.`, context, readonly: true }),
    },
    { description: `${what}.`, context, unchecked: true },
  );

const ofPictures = {
  exif_orientation: Type.Integer({ description: 'How the camera was held, 1 to 8.', ...forEditors }),
  image_output_format: Type.Unsafe<string | null>({
    description: 'The type that pictures of this type are converted to.',
    type: ['string', 'null'],
    ...forEditors,
  }),
  image_save_progressive: Type.Boolean({ description: 'Whether derived pictures are progressive.', ...forEditors }),
  image_quality: Type.Object(
    {
      default: quality('The quality of sizes that have none of their own.'),
      sizes: Type.Unsafe<Record<string, number>>({
        description: 'The quality of sizes by their names.',
        type: 'object',
        additionalProperties: { type: 'integer', minimum: 1, maximum: 100 },
      }),
    },
    { description: 'The quality of derived pictures.', ...forEditors },
  ),
};

const { password: _password, ...common } = entryFields(media, []);
const { permalink_template, generated_slug, class_list, template, comment_status, ping_status, author, ...first } =
  common as Record<string, Parameters[string]>;

export const mediaFields = {
  ...first,
  // A file that belongs to an entry has the state of that.
  status: { ...(first.status as Parameters[string]), alsoShown: ['inherit', 'trash'] },
  author,
  featured_media: Type.Integer({ description: 'The picture shown for a sound or film.', context: everywhere }),
  comment_status,
  ping_status,
  template,
  meta: Type.Object({}, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
  permalink_template,
  generated_slug,
  class_list,
  description: text('The description', viewAndEdit),
  caption: text('The caption'),
  alt_text: line('What is read where the picture is not seen.'),
  media_type: words(['image', 'file'], { description: 'Whether it is a picture.', ...shown }),
  mime_type: Type.String({ description: 'The type of the file.', ...shown }),
  media_details: members({ description: 'What is known of the file, with its sizes.', ...shown }),
  post: Type.Unsafe<number | null>({
    description: 'The entry it belongs to.',
    type: 'integer',
    alsoTypes: ['null'],
    context: viewAndEdit,
  }),
  source_url: Type.String({ description: 'The address of the file.', format: 'uri', ...shown }),
  missing_image_sizes: texts({ description: 'Sizes that could be made and are not there.', ...forEditors }),
  filename: Type.String({
    description: 'The name of the file as it was uploaded.',
    context: viewAndEdit,
    readonly: true,
  }),
  filesize: Type.Unsafe<number | null>({
    description: 'Its size in bytes.',
    type: ['integer', 'null'],
    context: viewAndEdit,
    readonly: true,
  }),
  ...ofPictures,
} as Parameters;

const flag = (description: string) => Type.Boolean({ description, default: true });

const created: Parameters = {
  ...writable(mediaFields, 'create'),
  generate_sub_sizes: flag('Whether sizes are made of a picture, and large ones scaled down.'),
  url: optional(
    Type.String({
      description: 'The address of a picture to fetch.',
      format: 'uri',
      check: 'fetchable-url',
      first: true,
    }),
  ),
  convert_format: flag('Whether pictures may be converted to another format.'),
};

const listed: Parameters = {
  ...entryListParameters(media, []),
  ...byParent,
  media_type: Type.Unsafe<string[] | null>({
    description: 'Only files of these families.',
    type: 'array',
    items: { type: 'string', enum: mediaFamilies },
    default: null,
  }),
  mime_type: Type.Unsafe<string[] | null>({ ...texts({ description: 'Only files of these types.' }), default: null }),
  status: Type.Unsafe<string[]>({
    description: 'Only files in one of these states.',
    type: 'array',
    items: { type: 'string', enum: ['inherit', 'private', 'trash'] },
    default: 'inherit',
    check: 'listable-media-states',
  }),
};

const collection = '/cms/v2/media';

const item: Parameters = { id: optional(Type.Integer({ description: 'The number of the file.' })) };

/** The resource of media, which belong to entries of other types. */
export function mediaResource(type: ContentType): Resource {
  return {
    title: type.name,
    noun: type.noun,
    namespace: 'cms/v2',
    type: type.name,
    room: 'media',
    fields: mediaFields,
    links: [
      { rel: 'self', href: `${collection}/{id}` },
      { rel: 'collection', href: collection },
      { rel: 'about', href: `/cms/v2/types/${type.name}` },
      { rel: 'author', href: '/cms/v2/users/{author}', embeddable: true, when: 'author' },
      { rel: 'replies', href: '/cms/v2/comments?post={id}', embeddable: true },
      ...(type.holders ?? []).filter(hasOwnAddresses).map((holder) => ({
        rel: 'cms:attached-to',
        href: `/${holder.restNamespace}/${holder.restBase}/{post}`,
        embeddable: true as const,
        members: { post_type: holder.name, id: '{post}' },
        when: `held_by_${holder.name}`,
      })),
      {
        rel: 'cms:featuredmedia',
        href: `${collection}/{featured_media}`,
        embeddable: true,
        when: 'featured_media_readable',
      },
      ...entryActions(type, [], `${collection}/{id}`).filter(({ rel }) => rel !== 'cms:action-publish'),
    ],
    routes: [
      {
        path: collection,
        parameters: {},
        endpoints: [
          { methods: ['GET'], operation: 'list-media', permission: 'list-media', parameters: listed },
          {
            methods: ['POST'],
            operation: 'create-media',
            refuses: [409],
            permission: 'create-media',
            parameters: created,
            files: 'upload_files',
          },
        ],
      },
      {
        path: `${collection}/<id>`,
        parameters: item,
        endpoints: [
          {
            methods: ['GET'],
            operation: 'get-media',
            permission: 'read-media',
            parameters: { context: contextParameter },
          },
          {
            methods: changing,
            operation: 'update-media',
            permission: 'edit-media',
            parameters: writable(mediaFields, 'change'),
          },
          {
            methods: ['DELETE'],
            operation: 'delete-media',
            permission: 'delete-media',
            parameters: { force: forceParameter('Must be true, for a file cannot be moved to the trash.') },
          },
        ],
      },
      ...mediaWorkRoutes(`${collection}/<id>`, item, mediaFields),
    ],
  };
}
