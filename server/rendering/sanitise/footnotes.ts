import { sanitizeField } from './sanitise.ts';

/**
 * Sanitizes `meta.footnotes`, a JSON array of `{id, content}`, of users without `unfiltered_html` (posts-and-pages.md §10). IDs are
 * reduced to `a-z 0-9 _ -`, and the content is sanitized by the large list. Other properties, and footnotes without ID or content,
 * are removed. Returns `''` for invalid JSON and for scalars.
 */
export function sanitizeFootnotes(json: string, uploads?: string): string {
  const notes = parseNotes(json);
  if (!notes) return '';
  const sanitizedFootnotes = notes.flatMap((note) => {
    const { id, content } = note;
    if (!isNonEmptyString(id) || !isNonEmptyString(content)) return [];
    return [
      { id: id.toLowerCase().replace(/[^a-z0-9_-]/g, ''), content: sanitizeField('footnotes', content, uploads) },
    ];
  });
  return JSON.stringify(sanitizedFootnotes).replaceAll('/', '\\/');
}

function parseNotes(json: string): Record<string, unknown>[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.values(value).filter((note) => typeof note === 'object' && note !== null);
  } catch {
    return undefined;
  }
}

function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '0';
}
