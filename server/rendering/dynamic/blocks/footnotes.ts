import type { Block } from '../../blocks/parse.ts';
import { isRecord } from '../../blocks/parse.ts';
import { escapeLiteral, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';

/** The footnotes of the entry, from its meta field `footnotes` (rendering.md §4). */
export const footnotes: DynamicBlock = { name: 'core/footnotes', render };

function render(block: Block, { entry }: BlockContext): string {
  const notes = parseFootnotes(entry.meta);
  const items = notes.map(({ id, content }, at) => {
    const name = escapeLiteral(id);
    const label = `Jump to footnote reference ${at + 1}`;
    return `<li id="${name}">${content} <a href="#${name}-link" aria-label="${label}">↩︎</a></li>`;
  });
  return items.length === 0 ? '' : `<ol${wrapperAttributes(block)}>${items.join('')}</ol>`;
}

/** Returns the footnotes in order. They were sanitized on save (rendering.md §10). */
function parseFootnotes(meta: string): { id: string; content: string }[] {
  const { footnotes: stored } = parseJson(meta, {}) as { footnotes?: unknown };
  const notes: unknown = typeof stored === 'string' ? parseJson(stored, []) : [];
  if (!Array.isArray(notes)) return [];
  return notes.flatMap((note) => {
    if (!isRecord(note)) return [];
    const { id, content } = note;
    return typeof id === 'string' && typeof content === 'string' && id !== '' && content !== ''
      ? [{ id, content }]
      : [];
  });
}

function parseJson(json: string, defaultValue: object): unknown {
  try {
    return JSON.parse(json) ?? defaultValue;
  } catch {
    return defaultValue;
  }
}
