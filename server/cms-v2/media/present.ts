// Presents media items as JSON records (media-fonts-and-oembed.md, A1).

import type { mediaFields } from '../../../contract/cms-v2/media.ts';
import type { FieldMaker, Presenter } from '../../http/module.ts';
import { missingSizes } from '../../media-processing/sizes.ts';
import { toGmt } from '../../time/zone.ts';
import type { AddedContent } from '../entries/added-content.ts';
import { classList } from '../entries/class-list.ts';
import { rightsFacts } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { generateSlugs } from '../entries/generated-slugs.ts';
import { findHiddenPathsFor, type HiddenPaths } from '../entries/hidden-paths.ts';
import { presentColumns } from '../plain-columns.ts';
import { fileUrl, isRemote, mainName, presentDetails } from './details.ts';
import { readableMedia } from './readable.ts';
import { type RenderedMedia, renderedCaption, renderedDescription, renderedTitle, renderMedia } from './rendered.ts';
import type { MediaRow } from './rows.ts';
import { mediaType } from './store.ts';
import { mediaUrl, mediaUrlById } from './urls.ts';

interface Prepared {
  readonly slugs: ReadonlyMap<number, string>;
  readonly featured: ReadonlySet<number>;
  readonly files: RenderedMedia;
  readonly hiddenPaths: HiddenPaths;
}

type MediaPresenter = Presenter<typeof mediaFields, MediaRow, Prepared>;

const isImage = ({ format }: MediaRow): boolean => format.startsWith('image/');

export function mediaPresenter(entries: EntryDeps, added: AddedContent): MediaPresenter {
  const { contract, database, site } = entries;
  const { urls, settings } = site;
  const type = contract.types.get(mediaType);
  if (!type) throw new Error('the content type `attachment` is not declared');
  const { uploads, front } = urls;
  /** Returns the maker of a field that only images have. */
  const imageField =
    (make: (row: MediaRow) => unknown): FieldMaker<MediaRow> =>
    (row) =>
      isImage(row) ? make(row) : undefined;
  const fields: MediaPresenter['fields'] = {
    id: (row) => row.id,
    date: (row) => row.date,
    date_gmt: (row) => row.date_gmt ?? toGmt(row.date, settings.values.timezone),
    guid: (row) => ({ rendered: row.guid, raw: row.guid }),
    modified: (row) => row.modified,
    modified_gmt: (row) => row.modified_gmt,
    slug: (row) => row.slug,
    status: (row) => row.status,
    type: (row) => row.type,
    link: (row, { hiddenPaths }) => mediaUrl(entries, row, hiddenPaths),
    title: (row, { files }) => ({ raw: row.title, rendered: renderedTitle(row, files) }),
    author: (row) => row.author,
    featured_media: (row) => row.featured_media,
    comment_status: (row) => row.comment_status,
    ping_status: (row) => row.ping_status,
    template: (row) => row.template,
    meta: () => ({}),
    permalink_template: (row) => mediaUrlById(front, row.id),
    generated_slug: (row, { slugs }) => slugs.get(row.id) ?? '',
    class_list: (row, _prepared, { call }) => classList(row, type, [], [], call.spelling),
    description: (row, { files }) => ({ raw: row.content, rendered: renderedDescription(row, uploads, files) }),
    caption: (row, { files }) => ({ raw: row.excerpt, rendered: renderedCaption(row, files) }),
    ...presentColumns('media', ({ media }: MediaRow) => media),
    media_type: (row) => (isImage(row) ? 'image' : 'file'),
    mime_type: (row) => row.format,
    media_details: (row) => presentDetails(row.media, row.format, uploads),
    post: (row) => (row.above ? row.parent : null),
    source_url: (row) => fileUrl(uploads, row.media.file),
    missing_image_sizes: (row) => missingSizeNames(row),
    filename: ({ media }) => media.details.original_image ?? mainName(media.file),
    filesize: (row) => row.media.filesize,
    exif_orientation: imageField(({ media }) => Number(media.details.image_meta?.orientation) || 1),
    image_output_format: imageField(() => null),
    image_save_progressive: imageField(() => false),
    image_quality: imageField(({ format }) => ({ default: format === 'image/webp' ? 86 : 82, sizes: {} })),
  };
  return {
    prepare: async (rows, view) => ({
      slugs: view.projection.fieldNames.has('generated_slug')
        ? await generateSlugs(database.read, type, rows)
        : new Map(),
      featured: await readableMedia(database.read, type, view.actor, rows),
      files: await renderMedia(entries, added, rows, view),
      hiddenPaths: await findHiddenPathsFor(
        database.read,
        view,
        type,
        view.projection.fieldNames.has('link') ? rows : [],
      ),
    }),
    fields,
    dependsOnRowAlone: () => true,
    facts: (row, { featured }, { context, actor }) => ({
      id: row.id,
      author: row.author,
      post: row.parent,
      featured_media: row.featured_media,
      featured_media_readable: featured.has(row.featured_media),
      ...(row.above && { [`held_by_${row.above.type}`]: true }),
      ...(context === 'edit' && rightsFacts(type, [], actor)),
    }),
  };
}

const documentSizes = ['thumbnail', 'medium', 'large'];

/**
 * Returns the names of the sizes that are missing. PDF documents always lack their sizes, because the service does not render
 * documents. Files that are not in the file store lack none.
 */
function missingSizeNames({ format, media }: MediaRow): string[] {
  if (isRemote(media.original)) return [];
  if (format === 'application/pdf') return documentSizes;
  const { width, height, details } = media;
  return width > 0 && details.image_meta ? missingSizes({ width, height }, Object.keys(details.sizes)) : [];
}
