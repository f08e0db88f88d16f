// Declares media: entries with files (specification: Media; media-fonts-and-oembed.md, part A).
import { type ContentType, contentType, isTopLevelType, rightsNamed } from '../grammar/content-type.ts';
import { contextParameter, forceParameter, optional, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { updateMethods } from '../grammar/route.ts';
import { anyObject, editOnly, enumOf, everywhere, strings, Type, viewAndEdit } from '../grammar/schema.ts';
import { entryActions } from '../shared/entries.ts';
import { entryFields } from '../shared/entry-fields.ts';
import { byParent, entryListParameters } from '../shared/entry-parameters.ts';
import { mediaWorkOperations, mediaWorkRoutes } from './media-work.ts';

/** Operations of the module `media`. Each is implemented in a file with its name, such as `list-media.ts`. */
export const mediaOperations = [
  'list-media',
  'get-media',
  'create-media',
  'update-media',
  'delete-media',
  ...mediaWorkOperations,
] as const;

/** Permissions that the routes of media require. */
export const mediaPermissions = [
  'list-media',
  'read-media',
  'create-media',
  'edit-media',
  'change-picture',
  'delete-media',
] as const;

/** Top-level media types by which lists can be filtered. */
export const mediaKinds = ['image', 'video', 'text', 'application', 'audio'] as const;

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
const readonlyField = { context: everywhere, readonly: true };
const forEditors = { context: editOnly, readonly: true };

const quality = (description: string) => Type.Integer({ description, minimum: 1, maximum: 100 });

const text = (what: string, context = everywhere) =>
  Type.Object(
    {
      raw: Type.String({ description: `${what}, as raw text.`, context: editOnly }),
      rendered: Type.String({ description: `${what}, as HTML for display.`, context, readonly: true }),
    },
    { description: `${what}.`, context, unchecked: true },
  );

const imageFields = {
  exif_orientation: Type.Integer({ description: 'The EXIF orientation, from 1 to 8.', ...forEditors }),
  image_output_format: Type.Unsafe<string | null>({
    description: 'The media type to which images of this type are converted.',
    type: ['string', 'null'],
    ...forEditors,
  }),
  image_save_progressive: Type.Boolean({ description: 'Whether derived images are progressive.', ...forEditors }),
  image_quality: Type.Object(
    {
      default: quality('The default quality.'),
      sizes: Type.Unsafe<Record<string, number>>({
        description: 'The quality of image sizes, keyed by name.',
        type: 'object',
        additionalProperties: { type: 'integer', minimum: 1, maximum: 100 },
      }),
    },
    { description: 'The quality of derived images.', ...forEditors },
  ),
};

const { password: _password, ...common } = entryFields(media, []);
const { permalink_template, generated_slug, class_list, template, comment_status, ping_status, author, ...first } =
  common as Record<string, Parameters[string]>;

export const mediaFields = {
  ...first,
  // `inherit` is the status of files that have the visibility of the entry to which they belong.
  status: { ...(first.status as Parameters[string]), alsoShown: ['inherit', 'trash'] },
  author,
  featured_media: Type.Integer({
    description: 'The media ID of the cover image of an audio or video file.',
    context: everywhere,
  }),
  comment_status,
  ping_status,
  template,
  meta: Type.Object({}, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
  permalink_template,
  generated_slug,
  class_list,
  description: text('The description', viewAndEdit),
  caption: text('The caption'),
  alt_text: line('The alternative text of the image.'),
  media_type: enumOf(['image', 'file'], {
    description: 'The kind of file: `image`, or `file` for all other files.',
    ...readonlyField,
  }),
  mime_type: Type.String({ description: 'The media type of the file.', ...readonlyField }),
  media_details: anyObject({ description: 'Metadata of the file, including its image sizes.', ...readonlyField }),
  post: Type.Unsafe<number | null>({
    description: 'The ID of the entry to which the file belongs.',
    type: 'integer',
    alsoTypes: ['null'],
    context: viewAndEdit,
  }),
  source_url: Type.String({ description: 'The URL of the file.', format: 'uri', ...readonlyField }),
  missing_image_sizes: strings({
    description: 'The names of image sizes that have not been generated.',
    ...forEditors,
  }),
  filename: Type.String({
    description: 'The original file name.',
    context: viewAndEdit,
    readonly: true,
  }),
  filesize: Type.Unsafe<number | null>({
    description: 'The size of the file in bytes.',
    type: ['integer', 'null'],
    context: viewAndEdit,
    readonly: true,
  }),
  ...imageFields,
} as Parameters;

const flag = (description: string) => Type.Boolean({ description, default: true });

const createParameters: Parameters = {
  ...writable(mediaFields, 'create'),
  generate_sub_sizes: flag('Whether to generate image sizes and scale down large images.'),
  url: optional(
    Type.String({
      description: 'The URL of an image to download.',
      format: 'uri',
      check: 'fetchable-url',
      first: true,
    }),
  ),
  convert_format: flag('Whether images may be converted to another format.'),
};

const listParameters: Parameters = {
  ...entryListParameters(media, []),
  ...byParent,
  media_type: Type.Unsafe<string[] | null>({
    description: 'Limits the list to files with one of these top-level media types.',
    type: 'array',
    items: { type: 'string', enum: mediaKinds },
    default: null,
  }),
  mime_type: Type.Unsafe<string[] | null>({
    ...strings({ description: 'Limits the list to files with one of these media types.' }),
    default: null,
  }),
  status: Type.Unsafe<string[]>({
    description: 'Limits the list to files with one of these statuses.',
    type: 'array',
    items: { type: 'string', enum: ['inherit', 'private', 'trash'] },
    default: 'inherit',
    check: 'listable-media-states',
  }),
};

const collection = '/cms/v2/media';

const item: Parameters = { id: optional(Type.Integer({ description: 'The ID of the file.' })) };

/** Returns the resource of media. Media items can belong to entries of other types. */
export function mediaResource(type: ContentType): Resource {
  return {
    title: type.name,
    noun: type.noun,
    namespace: 'cms/v2',
    type: type.name,
    module: 'media',
    fields: mediaFields,
    links: [
      { rel: 'self', href: `${collection}/{id}` },
      { rel: 'collection', href: collection },
      { rel: 'about', href: `/cms/v2/types/${type.name}` },
      { rel: 'author', href: '/cms/v2/users/{author}', embeddable: true, when: 'author' },
      { rel: 'replies', href: '/cms/v2/comments?post={id}', embeddable: true },
      ...(type.holders ?? []).filter(isTopLevelType).map((holder) => ({
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
          { methods: ['GET'], operation: 'list-media', permission: 'list-media', parameters: listParameters },
          {
            methods: ['POST'],
            operation: 'create-media',
            refuses: [409],
            permission: 'create-media',
            parameters: createParameters,
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
            methods: updateMethods,
            operation: 'update-media',
            permission: 'edit-media',
            parameters: writable(mediaFields, 'change'),
          },
          {
            methods: ['DELETE'],
            operation: 'delete-media',
            permission: 'delete-media',
            parameters: { force: forceParameter('Must be true, because files cannot be moved to the trash.') },
          },
        ],
      },
      ...mediaWorkRoutes(`${collection}/<id>`, item, mediaFields),
    ],
  };
}
