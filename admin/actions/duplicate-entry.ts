// The action that copies an entry, for lists and the editor.
import { __, sprintf } from '@wordpress/i18n';
import type { ContentType } from '../data/bootstrap.ts';
import type { EntryRecord } from '../data/resources/copied-fields.ts';
import { copyEntry } from '../data/resources/entry-copies.ts';

/** The copy of an entry. */
export interface EntryCopy {
  readonly id: number;
  /** The message for the user. */
  readonly text: string;
}

/** Copies entries. */
export const duplicateEntry = {
  id: 'duplicate',
  label: () => __('Duplicate'),
  isAvailable: ({ can }: ContentType): boolean => can.create,
  /** Creates a draft with the same fields as an entry in the edit context. Throws ApiError. */
  async perform(type: ContentType, source: EntryRecord): Promise<EntryCopy> {
    const original = titleIn(source);
    // translators: %s: title of an entry.
    const title = original === '' ? __('Copy') : sprintf(__('%s (copy)'), original);
    const id = await copyEntry(type, source, title);
    // translators: %s: title of an entry.
    return { id, text: sprintf(__('The draft “%s” was created.'), title) };
  },
};

function titleIn({ title }: EntryRecord): string {
  const raw: unknown = typeof title === 'object' && title !== null && 'raw' in title ? title.raw : title;
  return typeof raw === 'string' ? raw : '';
}
