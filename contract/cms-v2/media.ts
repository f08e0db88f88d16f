// Declares media: entries with files (specification: Media; media-fonts-and-oembed.md, part A).
import { plainColumns } from '../columns.ts';
import { columnFields } from '../grammar/column.ts';
import { type ContentType, contentType, isTopLevelType, rightsNamed } from '../grammar/content-type.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, forceParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import {
  anyObject,
  editOnly,
  enumOf,
  everywhere,
  listOf,
  metaObject,
  ReadOnly,
  strings,
  Type,
  textField,
  viewAndEdit,
} from '../grammar/schema.ts';
import { entryActions } from '../shared/entries.ts';
import { type EntryStatus, entryFields } from '../shared/entry-fields.ts';
import { byParent, entryListParameters } from '../shared/entry-parameters.ts';
import { mediaWorkEndpoints, mediaWorkRoutes } from './media-work.ts';

/** Top-level media types by which lists can be filtered. */
const mediaKinds = ['image', 'video', 'text', 'application', 'audio'] as const;

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

const readonlyField = { context: everywhere, readonly: true };
const forEditors = { context: editOnly, readonly: true };

const quality = (description: string) => Type.Integer({ description, minimum: 1, maximum: 100 });

const text = (what: string, context = everywhere) =>
  textField(
    {
      raw: Type.String({ description: `${what}, as raw text.`, context: editOnly }),
      rendered: ReadOnly.String(`${what}, as HTML for display.`, context),
    },
    { description: `${what}.`, context },
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

const entry = entryFields(media, []);
const { id, date, date_gmt, guid, modified, modified_gmt, slug, status, type, link, title, author, template } = entry;
const { comment_status, ping_status, permalink_template, generated_slug, class_list } = entry;

export const mediaFields = {
  ...{ id, date, date_gmt, guid, modified, modified_gmt, slug },
  // `inherit` is the status of files that have the visibility of the entry to which they belong.
  status: Type.Unsafe<EntryStatus | 'inherit' | 'trash'>({ ...status, alsoShown: ['inherit', 'trash'] }),
  ...{ type, link },
  ...(title && { title }),
  ...(author && { author }),
  featured_media: Type.Integer({
    description: 'The media ID of the cover image of an audio or video file.',
    context: everywhere,
  }),
  ...(comment_status && { comment_status }),
  ...(ping_status && { ping_status }),
  ...(template && { template }),
  meta: metaObject({}, { description: 'Meta fields.', context: viewAndEdit }),
  ...(permalink_template && { permalink_template }),
  ...(generated_slug && { generated_slug }),
  ...(class_list && { class_list }),
  description: text('The description', viewAndEdit),
  caption: text('The caption'),
  ...columnFields(plainColumns.media),
  media_type: enumOf(['image', 'file'], {
    description: 'The kind of file: `image`, or `file` for all other files.',
    ...readonlyField,
  }),
  mime_type: ReadOnly.String('The media type of the file.', everywhere),
  media_details: anyObject({ description: 'Metadata of the file, including its image sizes.', ...readonlyField }),
  post: Type.Unsafe<number>({
    description: 'The ID of the entry to which the file belongs.',
    type: 'integer',
    alsoTypes: ['null'],
    context: viewAndEdit,
  }),
  source_url: ReadOnly.String('The URL of the file.', everywhere, { format: 'uri' }),
  missing_image_sizes: strings({
    description: 'The names of image sizes that have not been generated.',
    ...forEditors,
  }),
  filename: ReadOnly.String('The original file name.', viewAndEdit),
  filesize: Type.Unsafe<number | null>({
    description: 'The size of the file in bytes.',
    type: ['integer', 'null'],
    context: viewAndEdit,
    readonly: true,
  }),
  ...imageFields,
};

const flag = (description: string) => Type.Boolean({ description, default: true });

const createParameters = {
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

const listParameters = {
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
  status: listOf<string>(['inherit', 'private', 'trash'], {
    description: 'Limits the list to files with one of these statuses.',
    default: 'inherit',
    check: 'listable-media-states',
  }),
};

const endpoints = {
  ...declareEndpoints({
    'list-media': { permission: 'list-media', parameters: listParameters },
    'create-media': { refuses: [409], permission: 'create-media', parameters: createParameters, files: 'upload_files' },
    'get-media': { permission: 'read-media', parameters: { context: contextParameter } },
    'update-media': { permission: 'edit-media', parameters: writable(mediaFields, 'change') },
    'delete-media': {
      permission: 'delete-media',
      parameters: { force: forceParameter('Must be true, because files cannot be moved to the trash.') },
    },
  }),
  ...mediaWorkEndpoints(mediaFields),
};
export type MediaEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const mediaModule: ModuleDeclaration<MediaEndpoints, typeof mediaFields> = { name: 'media' };

const collection = '/cms/v2/media';

const item = { id: optional(Type.Integer({ description: 'The ID of the file.' })) };

/** Returns the resource of media. Media items can belong to entries of other types. */
export function mediaResource(type: ContentType): Resource {
  return {
    title: type.name,
    noun: type.noun,
    namespace: 'cms/v2',
    type: type.name,
    module: mediaModule,
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
      { path: collection, parameters: {}, endpoints: [endpoints['list-media'], endpoints['create-media']] },
      {
        path: `${collection}/<id>`,
        parameters: item,
        endpoints: [endpoints['get-media'], endpoints['update-media'], endpoints['delete-media']],
      },
      ...mediaWorkRoutes(`${collection}/<id>`, item, endpoints),
    ],
  };
}
