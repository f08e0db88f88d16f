// What may be sent for an entry: the writable fields of every type, and ids of terms under the taxonomies' names.
import type { State } from '../../../contract/shared/entry-fields.ts';

/** Text, or an object of which `raw` counts (posts-and-pages.md §5). */
export type SentText = string | { readonly raw?: unknown };

export interface EntryArgs {
  readonly date?: string;
  readonly date_gmt?: string;
  readonly slug?: string;
  readonly status?: State | 'trash';
  readonly password?: string;
  readonly title?: SentText;
  readonly content?: SentText;
  readonly excerpt?: SentText;
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

/** The text that was sent; undefined where none was. A number or truth value in `raw` is text, as in a form. */
export function sentText(sent: SentText | undefined): string | undefined {
  if (typeof sent === 'string') return sent;
  const raw = sent?.raw;
  if (typeof raw === 'boolean') return raw ? '1' : '';
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
}
