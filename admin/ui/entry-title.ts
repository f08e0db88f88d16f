// The title of an entry in lists.
import { __ } from '@wordpress/i18n';
import { textOf } from './text-of.ts';

interface Titled {
  readonly title?: { readonly rendered: string };
}

/** Returns the title of an entry as text, or a replacement if it has none. */
export const titleOf = ({ title }: Titled): string => textOf(title?.rendered ?? '') || __('(no title)');
