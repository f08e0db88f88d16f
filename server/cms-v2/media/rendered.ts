// What `rendered` shows of a file's texts (media-fonts-and-oembed.md, A2).

import { hasHoles } from '../../rendering/parts.ts';
import { RENDERER_VERSION, renderExcerpt, renderMadeExcerpt } from '../../rendering/render.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import { fillRows } from '../dynamic-blocks/fill-rows.ts';
import type { EntryParts } from '../entries/parts.ts';
import { rendered } from '../entries/texts.ts';
import { addressOfFile } from './details.ts';
import type { MediaRow } from './rows.ts';
import { attribute, pictureElement } from './shown-picture.ts';

/** The texts as they were made when the item was written, or made anew where an older renderer had made them. */
const textsOf = (row: MediaRow) => (row.renderer === RENDERER_VERSION ? row : rendered(row));

/** The title as HTML. */
export const renderedTitle = (row: MediaRow): string => textsOf(row).title_rendered;

/** Descriptions with their dynamic blocks filled in, by the numbers of the items that have some. */
export type FilledDescriptions = ReadonlyMap<number, string>;

/** Fills in the dynamic blocks of descriptions; no statement where there are none. */
export function fillDescriptions(
  parts: EntryParts,
  work: WorkScope,
  rows: readonly MediaRow[],
): Promise<FilledDescriptions> {
  const made = rows.map((row) => ({ ...row, ...textsOf(row) }));
  const holed = made.filter(({ content_rendered }) => hasHoles(content_rendered));
  return fillRows(
    parts,
    work,
    holed.map((row) => ({ row, stored: row.content_rendered })),
  );
}

/** The file, then the description. */
export function renderedDescription(row: MediaRow, uploads: string, filled: FilledDescriptions): string {
  return `${fileElement(row, uploads)}\n${filled.get(row.id) ?? textsOf(row).content_rendered}`;
}

function fileElement(row: MediaRow, uploads: string): string {
  const source = attribute(addressOfFile(uploads, row.media.file));
  const major = row.format.slice(0, row.format.indexOf('/'));
  if (major === 'audio' || major === 'video') return player(major, source, row);
  const inside = major === 'image' ? pictureElement(row.media, uploads) : renderedTitle(row);
  return `<p class="attachment"><a href='${source}'>${inside}</a></p>`;
}

function player(element: 'audio' | 'video', source: string, { format, media }: MediaRow): string {
  const { width, height } = media.details;
  const size = element === 'video' && width && height ? ` width="${width}" height="${height}"` : '';
  const inside = `<source type="${attribute(format)}" src="${source}" /><a href="${source}">${source}</a>`;
  return `<${element} class="wp-${element}-shortcode"${size} preload="${element === 'audio' ? 'none' : 'metadata'}" controls="controls">${inside}</${element}>`;
}

/** The caption; where there is none, an excerpt made of what the description shows. */
export function renderedCaption(row: MediaRow, uploads: string, filled: FilledDescriptions): string {
  if (row.excerpt.trim() !== '') return renderExcerpt(row.excerpt);
  return renderMadeExcerpt(renderedDescription(row, uploads, filled));
}
