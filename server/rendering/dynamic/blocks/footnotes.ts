import type { Block } from '../../blocks/grammar.ts';
import { isRecord } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import { literal, ownAttributes } from '../text.ts';

/** The notes of the entry, which stand in its meta field `footnotes` (rendering.md §4). */
export const footnotes: DynamicBlock = { name: 'core/footnotes', render };

function render(block: Block, { entry }: Context): string {
  const notes = notesIn(entry.meta);
  const items = notes.map(({ id, content }, at) => {
    const name = literal(id);
    const label = `Jump to footnote reference ${at + 1}`;
    return `<li id="${name}">${content} <a href="#${name}-link" aria-label="${label}">↩︎</a></li>`;
  });
  return items.length === 0 ? '' : `<ol${ownAttributes(block)}>${items.join('')}</ol>`;
}

/** The notes, in order. What was stored by whom it may be filtered is filtered already (rendering.md §10). */
function notesIn(meta: string): { id: string; content: string }[] {
  const { footnotes: stored } = read(meta, {}) as { footnotes?: unknown };
  const notes: unknown = typeof stored === 'string' ? read(stored, []) : [];
  if (!Array.isArray(notes)) return [];
  return notes.flatMap((note) => {
    if (!isRecord(note)) return [];
    const { id, content } = note;
    return typeof id === 'string' && typeof content === 'string' && id !== '' && content !== ''
      ? [{ id, content }]
      : [];
  });
}

function read(json: string, otherwise: object): unknown {
  try {
    return JSON.parse(json) ?? otherwise;
  } catch {
    return otherwise;
  }
}
