// What `rendered` shows of a file's texts (media-fonts-and-oembed.md, A2).
import { showsRendered } from '../../http/projection.ts';
import type { View } from '../../http/room.ts';
import { hasHoles } from '../../rendering/parts.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { excerptWords, type RenderedTexts } from '../../rendering/work/tasks.ts';
import { fillRows } from '../dynamic-blocks/fill-rows.ts';
import type { EntryParts } from '../entries/parts.ts';
import { readingOf, renderAnew, runOrElse } from '../entries/rendered-texts.ts';
import { addressOfFile } from './details.ts';
import type { MediaRow } from './rows.ts';
import { attribute, pictureElement } from './shown-picture.ts';

/** What is shown of files, by their ids. */
export interface FilesForDisplay {
  /** Texts made anew, where an older renderer had made them. */
  readonly renewed: ReadonlyMap<number, RenderedTexts>;
  /** Descriptions whose dynamic blocks were filled in. */
  readonly filled: ReadonlyMap<number, string>;
  /** Captions of files that have none of their own. */
  readonly captions: ReadonlyMap<number, string>;
}

/** What is shown of files that are shown together; no statement where nothing is to be filled in. */
export async function filesForDisplay(
  parts: EntryParts,
  rows: readonly MediaRow[],
  view: View,
): Promise<FilesForDisplay> {
  const reading = readingOf(view);
  const stale = rows.filter((row) => row.renderer !== RENDERER_VERSION);
  const renewed = await renderAnew(
    parts,
    reading,
    stale.map((row) => ({ ...row, texts: row })),
  );
  const captions = new Map<number, string>();
  if (!showsRendered(view.projection, 'description') && !showsRendered(view.projection, 'caption'))
    return { renewed, filled: captions, captions };
  const made = rows.map((row) => ({ ...row, ...renewed.get(row.id) }));
  const holed = made.filter(({ content_rendered }) => hasHoles(content_rendered));
  const filled = await fillRows(
    parts,
    reading,
    holed.map((row) => ({ row, stored: row.content_rendered })),
  );
  const files = { renewed, filled, captions };
  if (!showsRendered(view.projection, 'caption')) return files;
  for (const row of rows.filter(({ excerpt }) => excerpt.trim() === '')) {
    const content = renderedDescription(row, parts.site.uploads, files);
    const input = { content, excerpt: '', words: excerptWords };
    captions.set(row.id, await runOrElse(parts, reading, 'excerpt', input, () => ''));
  }
  return files;
}

const textsOf = (row: MediaRow, { renewed }: FilesForDisplay): RenderedTexts => renewed.get(row.id) ?? row;

/** The title as HTML. */
export const renderedTitle = (row: MediaRow, files: FilesForDisplay): string => textsOf(row, files).title_rendered;

/** The file, then the description. */
export function renderedDescription(row: MediaRow, uploads: string, files: FilesForDisplay): string {
  return `${fileElement(row, uploads, files)}\n${files.filled.get(row.id) ?? textsOf(row, files).content_rendered}`;
}

function fileElement(row: MediaRow, uploads: string, files: FilesForDisplay): string {
  const source = attribute(addressOfFile(uploads, row.media.file));
  const major = row.format.slice(0, row.format.indexOf('/'));
  if (major === 'audio' || major === 'video') return player(major, source, row);
  const inside = major === 'image' ? pictureElement(row.media, uploads) : renderedTitle(row, files);
  return `<p class="attachment"><a href='${source}'>${inside}</a></p>`;
}

function player(element: 'audio' | 'video', source: string, { format, media }: MediaRow): string {
  const { width, height } = media.details;
  const size = element === 'video' && width && height ? ` width="${width}" height="${height}"` : '';
  const inside = `<source type="${attribute(format)}" src="${source}" /><a href="${source}">${source}</a>`;
  return `<${element} class="wp-${element}-shortcode"${size} preload="${element === 'audio' ? 'none' : 'metadata'}" controls="controls">${inside}</${element}>`;
}

/** The caption; where there is none, an excerpt made of what the description shows. */
export const renderedCaption = (row: MediaRow, files: FilesForDisplay): string =>
  row.excerpt.trim() === '' ? (files.captions.get(row.id) ?? '') : textsOf(row, files).excerpt_rendered;
