// Renders the texts of media items (media-fonts-and-oembed.md, A2, `rendered`).

import type { View } from '../../http/module.ts';
import { includesRendered } from '../../http/projection.ts';
import { hasPlaceholders } from '../../rendering/content-parts.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { generatedExcerptWords, type RenderedTexts } from '../../rendering/work/tasks.ts';
import type { AddedContent } from '../entries/added-content.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { renderBudget, rerender, runOrElse } from '../entries/rendered-texts.ts';
import { fileUrl } from './details.ts';
import { escapeAttributeValue, imageElement } from './image-element.ts';
import type { MediaRow } from './rows.ts';

/** Rendered texts of media items, keyed by ID. */
export interface RenderedMedia {
  /** Texts that were rendered again because an older version of the renderer had produced the stored ones. */
  readonly rerendered: ReadonlyMap<number, RenderedTexts>;
  /** Descriptions whose placeholders are filled with dynamic blocks. */
  readonly filled: ReadonlyMap<number, string>;
  /** Captions that are generated from the description, for media items without a stored caption. */
  readonly captions: ReadonlyMap<number, string>;
}

/** Renders the texts of media items that are presented together. Runs no statement if there are no placeholders to fill. */
export async function renderMedia(
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
export const renderedTitle = (row: MediaRow, files: RenderedMedia): string => textsOf(row, files).title_rendered;

/** Returns the element that displays the file, followed by the rendered description. */
export function renderedDescription(row: MediaRow, uploads: string, files: RenderedMedia): string {
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
export const renderedCaption = (row: MediaRow, files: RenderedMedia): string =>
  row.excerpt.trim() === '' ? (files.captions.get(row.id) ?? '') : textsOf(row, files).excerpt_rendered;
