// Presents media items as JSON records (media-fonts-and-oembed.md, A1).
import type { mediaFields } from '../../../contract/cms-v2/media.ts';
import { mediaTag } from '../../http/cache-tags.ts';
import type { FieldMaker, Presenter, View } from '../../http/module.ts';
import { includesRendered } from '../../http/projection.ts';
import { missingSizes } from '../../media-processing/sizes.ts';
import { hasPlaceholders } from '../../rendering/content-parts.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { generatedExcerptWords, type RenderedTexts } from '../../rendering/work/tasks.ts';
import { toGmt } from '../../time/zone.ts';
import type { AddedContent } from '../entries/added-content.ts';
import { entryRecordTags } from '../entries/cache-tags.ts';
import { classList } from '../entries/class-list.ts';
import { rightsFacts } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPathsFor, type HiddenPaths } from '../entries/hidden-paths.ts';
import { renderBudget, rerender, runOrElse } from '../entries/rendered-texts.ts';
import { generateSlugs } from '../entries/slugs.ts';
import { presentColumns } from '../plain-columns.ts';
import { fileUrl, isRemote, mainName, presentDetails } from './details.ts';
import { escapeAttributeValue, imageElement } from './image-element.ts';
import { readableMedia } from './readable.ts';
import type { MediaRow } from './rows.ts';
import { mediaType } from './store.ts';
import { mediaUrl, mediaUrlById } from './urls.ts';

/** Rendered texts of media items, keyed by ID. */
interface RenderedMedia {
  /** Texts that were rendered again because an older version of the renderer had produced the stored ones. */
  readonly rerendered: ReadonlyMap<number, RenderedTexts>;
  /** Descriptions whose placeholders are filled with dynamic blocks. */
  readonly filled: ReadonlyMap<number, string>;
  /** Captions that are generated from the description, for media items without a stored caption. */
  readonly captions: ReadonlyMap<number, string>;
}

/** Renders the texts of media items that are presented together. Runs no statement if there are no placeholders to fill. */
async function renderMedia(
  deps: EntryDeps,
  added: AddedContent,
  rows: readonly MediaRow[],
  view: View,
): Promise<RenderedMedia> {
  const budget = renderBudget(view);
  const stale = rows.filter((row) => row.renderer !== RENDERER_VERSION).map((row) => ({ ...row, texts: row }));
  const rerendered = await rerender(deps.texts, budget, stale);
  const captions = new Map<number, string>();
  if (!includesRendered(view.projection, 'description') && !includesRendered(view.projection, 'caption'))
    return { rerendered, filled: captions, captions };
  const rendered = rows.map((row) => ({ ...row, ...rerendered.get(row.id) }));
  const withPlaceholders = rendered.filter(({ content_rendered }) => hasPlaceholders(content_rendered));
  const contents = withPlaceholders.map((row) => ({ row, stored: row.content_rendered }));
  const filled = await added.fillPlaceholders(budget, contents);
  const files = { rerendered, filled, captions };
  if (!includesRendered(view.projection, 'caption')) return files;
  for (const row of rows.filter(({ excerpt }) => excerpt.trim() === '')) {
    const content = renderedDescription(row, deps.site.urls.uploads, files);
    const input = { content, excerpt: '', words: generatedExcerptWords };
    captions.set(row.id, await runOrElse(deps.texts, budget, 'excerpt', input, () => ''));
  }
  return files;
}

const textsOf = (row: MediaRow, { rerendered }: RenderedMedia): RenderedTexts => rerendered.get(row.id) ?? row;

/** Returns the title as HTML. */
const renderedTitle = (row: MediaRow, files: RenderedMedia): string => textsOf(row, files).title_rendered;

/** Returns the element that displays the file, followed by the rendered description. */
function renderedDescription(row: MediaRow, uploads: string, files: RenderedMedia): string {
  return `${fileElement(row, uploads, files)}\n${files.filled.get(row.id) ?? textsOf(row, files).content_rendered}`;
}

function fileElement(row: MediaRow, uploads: string, files: RenderedMedia): string {
  const source = escapeAttributeValue(fileUrl(uploads, row.media.file));
  const major = row.format.slice(0, row.format.indexOf('/'));
  if (major === 'audio' || major === 'video') return player(major, source, row);
  const inside = major === 'image' ? imageElement(row.media, uploads) : renderedTitle(row, files);
  return `<p class="attachment"><a href='${source}'>${inside}</a></p>`;
}

function player(element: 'audio' | 'video', source: string, { format, media }: MediaRow): string {
  const { width, height } = media.details;
  const size = element === 'video' && width && height ? ` width="${width}" height="${height}"` : '';
  const inside = `<source type="${escapeAttributeValue(format)}" src="${source}" /><a href="${source}">${source}</a>`;
  return `<${element} class="wp-${element}-shortcode"${size} preload="${element === 'audio' ? 'none' : 'metadata'}" controls="controls">${inside}</${element}>`;
}

/** Returns the rendered caption, or an excerpt of the rendered description if the item has no caption. */
const renderedCaption = (row: MediaRow, files: RenderedMedia): string =>
  row.excerpt.trim() === '' ? (files.captions.get(row.id) ?? '') : textsOf(row, files).excerpt_rendered;

interface Prepared {
  readonly slugs: ReadonlyMap<number, string>;
  readonly featured: ReadonlySet<number>;
  readonly files: RenderedMedia;
  readonly hiddenPaths: HiddenPaths;
}

type MediaPresenter = Presenter<typeof mediaFields, MediaRow, Prepared>;

const isImage = ({ format }: MediaRow): boolean => format.startsWith('image/');

/**
 * Returns the presenter of media. `added` renders dynamic blocks and image sizes in descriptions and captions. Throws Error if the content
 * type `attachment` is not declared.
 */
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
    cacheTags: {
      ofRecord: (row, { featured, files }) =>
        entryRecordTags(row, {
          ...{ terms: [], featured, texts: [renderedDescription(row, uploads, files), renderedCaption(row, files)] },
          isFilled: files.filled.has(row.id),
        }),
      ofList: () => [mediaTag],
    },
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
