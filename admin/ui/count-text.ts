// The number of results of a search as a text, which screen readers announce.
import { __, _n, sprintf } from '@wordpress/i18n';

/** Returns the text. */
export const countText = (count: number): string =>
  /* translators: %d: number of results. */
  count === 0 ? __('Nothing found.') : sprintf(_n('%d result', '%d results', count), count);
