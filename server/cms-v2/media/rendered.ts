// What `rendered` shows of a file's texts (media-fonts-and-oembed.md, A2).
import { RENDERER_VERSION, renderExcerpt, renderMadeExcerpt } from '../../rendering/render.ts';
import { rendered } from '../entries/texts.ts';
import { addressOfFile } from './details.ts';
import type { MediaRow } from './rows.ts';
import { attribute, pictureElement } from './shown-picture.ts';

/** The texts as they were made when the item was written, or made anew where an older renderer had made them. */
const textsOf = (row: MediaRow) => (row.renderer === RENDERER_VERSION ? row : rendered(row));

/** The title as HTML. */
export const renderedTitle = (row: MediaRow): string => textsOf(row).title_rendered;

/** The file, then the description. */
export function renderedDescription(row: MediaRow, uploads: string): string {
  return `${fileElement(row, uploads)}\n${textsOf(row).content_rendered}`;
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
  return `<${element} class="cms-${element}-shortcode"${size} preload="${element === 'audio' ? 'none' : 'metadata'}" controls="controls">${inside}</${element}>`;
}

/** The caption; where there is none, an excerpt made of what the description shows. */
export function renderedCaption(row: MediaRow, uploads: string): string {
  if (row.excerpt.trim() !== '') return renderExcerpt(row.excerpt);
  return renderMadeExcerpt(renderedDescription(row, uploads));
}
