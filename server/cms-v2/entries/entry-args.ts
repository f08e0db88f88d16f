// Parameters for writing entries: the writable fields of every type, and term IDs under the names of taxonomies.
import type { EntryStatus } from '../../../contract/shared/entry-fields.ts';

/** Submitted text: a string, or an object with the text in `raw` (posts-and-pages.md §5). */
export type TextInput = string | { readonly raw?: unknown };

export interface EntryArgs {
  readonly date?: string;
  readonly date_gmt?: string;
  readonly slug?: string;
  readonly status?: EntryStatus | 'trash';
  readonly password?: string;
  readonly title?: TextInput;
  readonly content?: TextInput;
  readonly excerpt?: TextInput;
  readonly author?: number;
  readonly featured_media?: number;
  readonly parent?: number;
  readonly menu_order?: number;
  readonly comment_status?: 'open' | 'closed';
  readonly ping_status?: 'open' | 'closed';
  readonly sticky?: boolean;
  readonly template?: string;
  readonly format?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Returns the submitted text, or undefined if there is none. A number or boolean in `raw` is converted to text, as in a form. */
export function rawText(input: TextInput | undefined): string | undefined {
  if (typeof input === 'string') return input;
  const raw = input?.raw;
  if (typeof raw === 'boolean') return raw ? '1' : '';
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
}
