// Declares the parameters for writing entries. Term IDs, whose parameters are named after taxonomies, are not declared.
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

/** Returns the submitted text; undefined if there is none. Converts a number or boolean in `raw` to text, as in form data. */
export function rawText(input: TextInput | undefined): string | undefined {
  if (typeof input === 'string') return input;
  const raw = input?.raw;
  if (typeof raw === 'boolean') return raw ? '1' : '';
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
}
