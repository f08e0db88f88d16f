// Rows of media to records (media-fonts-and-oembed.md, A1).
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import { missingSizes } from '../../pictures/sizes.ts';
import { toGmt } from '../../time/zone.ts';
import { classList } from '../entries/class-list.ts';
import { generatedSlugs } from '../entries/generated-slugs.ts';
import { findHiddenPathsFor, type HiddenPaths } from '../entries/hidden-paths.ts';
import { rightsFacts } from '../entries/rules.ts';
import { byNumber, linkOf } from './addresses.ts';
import { addressOfFile, isElsewhere, mainName, shownDetails } from './details.ts';
import type { MediaParts } from './parts.ts';
import { readableMedia } from './readable.ts';
import {
  type FilesForDisplay,
  filesForDisplay,
  renderedCaption,
  renderedDescription,
  renderedTitle,
} from './rendered.ts';
import type { MediaRow } from './rows.ts';
import { mediaType } from './store.ts';

interface Prepared {
  readonly slugs: ReadonlyMap<number, string>;
  readonly featured: ReadonlySet<number>;
  readonly files: FilesForDisplay;
  readonly hiddenPaths: HiddenPaths;
}

type Maker = (row: MediaRow, prepared: Prepared, view: View) => unknown;

const isPicture = ({ format }: MediaRow): boolean => format.startsWith('image/');

/** The presenter of media. */
export function mediaPresenter(parts: MediaParts): Presenter {
  const { contract, database, site, settings } = parts;
  const type = contract.types.get(mediaType);
  if (!type) throw new Error('media are not declared');
  const { uploads, front } = site;
  /** What only pictures have. */
  const ofPicture =
    (make: (row: MediaRow) => unknown): Maker =>
    (row) =>
      isPicture(row) ? make(row) : undefined;
  const fields: Record<string, Maker> = {
    id: (row) => row.id,
    date: (row) => row.date,
    date_gmt: (row) => row.date_gmt ?? toGmt(row.date, settings.values.timezone),
    guid: (row) => ({ rendered: row.guid, raw: row.guid }),
    modified: (row) => row.modified,
    modified_gmt: (row) => row.modified_gmt,
    slug: (row) => row.slug,
    status: (row) => row.status,
    type: (row) => row.type,
    link: (row, { hiddenPaths }) => linkOf(parts, row, hiddenPaths),
    title: (row, { files }) => ({ raw: row.title, rendered: renderedTitle(row, files) }),
    author: (row) => row.author,
    featured_media: (row) => row.featured_media,
    comment_status: (row) => row.comment_status,
    ping_status: (row) => row.ping_status,
    template: (row) => row.template,
    meta: () => ({}),
    permalink_template: (row) => byNumber(front, row.id),
    generated_slug: (row, { slugs }) => slugs.get(row.id) ?? '',
    class_list: (row, _prepared, { call }) => classList(row, type, [], [], call.spelling),
    description: (row, { files }) => ({ raw: row.content, rendered: renderedDescription(row, uploads, files) }),
    caption: (row, { files }) => ({ raw: row.excerpt, rendered: renderedCaption(row, files) }),
    alt_text: (row) => row.media.alt_text,
    media_type: (row) => (isPicture(row) ? 'image' : 'file'),
    mime_type: (row) => row.format,
    media_details: (row) => shownDetails(row.media, row.format, uploads),
    post: (row) => (row.above ? row.parent : null),
    source_url: (row) => addressOfFile(uploads, row.media.file),
    missing_image_sizes: (row) => missingOf(row),
    filename: ({ media }) => media.details.original_image ?? mainName(media.file),
    filesize: (row) => row.media.filesize,
    exif_orientation: ofPicture(({ media }) => Number(media.details.image_meta?.orientation) || 1),
    image_output_format: ofPicture(() => null),
    image_save_progressive: ofPicture(() => false),
    image_quality: ofPicture(({ format }) => ({ default: format === 'image/webp' ? 86 : 82, sizes: {} })),
  };
  return {
    prepare: async (rows: readonly MediaRow[], view): Promise<Prepared> => ({
      slugs: view.projection.wants.has('generated_slug') ? await generatedSlugs(database.read, type, rows) : new Map(),
      featured: await readableMedia(database.read, type, view.actor, rows),
      files: await filesForDisplay(parts, rows, view),
      hiddenPaths: await findHiddenPathsFor(database.read, view, type, view.projection.wants.has('link') ? rows : []),
    }),
    fields: fields as Record<string, FieldMaker>,
    dependsOnRowAlone: () => true,
    facts: (row: MediaRow, { featured }: Prepared, { context, actor }: View) => ({
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

const ofDocuments = ['thumbnail', 'medium', 'large'];

/** Sizes that could be made; previews of documents are never there. */
function missingOf({ format, media }: MediaRow): string[] {
  if (isElsewhere(media.original)) return [];
  if (format === 'application/pdf') return ofDocuments;
  const { width, height, details } = media;
  return width > 0 && details.image_meta ? missingSizes({ width, height }, Object.keys(details.sizes)) : [];
}
