import { sanitiseField } from './sanitise.ts';

/**
 * `meta.footnotes` of users without `unfiltered_html` (posts-and-pages.md §10): a JSON list of `{id, content}`, ids
 * reduced to `a-z 0-9 _ -`, contents filtered by the large list; notes without either are dropped, as are other members.
 * What is no JSON, or neither a list nor an object, gives `''`.
 */
export function footnotesPlain(json: string, uploads?: string): string {
  const notes = readNotes(json);
  if (!notes) return '';
  const kept = notes.flatMap((note) => {
    const { id, content } = note;
    if (!isFilled(id) || !isFilled(content)) return [];
    return [
      { id: id.toLowerCase().replace(/[^a-z0-9_-]/g, ''), content: sanitiseField('footnotes', content, uploads) },
    ];
  });
  return JSON.stringify(kept).replaceAll('/', '\\/');
}

function readNotes(json: string): Record<string, unknown>[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.values(value).filter((note) => typeof note === 'object' && note !== null);
  } catch {
    return undefined;
  }
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '0';
}
