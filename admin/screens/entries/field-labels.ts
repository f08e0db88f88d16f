// The names of the fields that users can change in lists.
import { __ } from '@wordpress/i18n';
import type { Taxonomy } from '../../data/bootstrap.ts';

/** Returns the name of a field of an entry. */
export function fieldLabel(name: string, taxonomies: readonly Taxonomy[]): string {
  const labels: Readonly<Record<string, string>> = {
    title: __('Title'),
    slug: __('Slug'),
    date: __('Date'),
    status: __('Status'),
    password: __('Password'),
    author: __('Author'),
    parent: __('Parent'),
    menu_order: __('Order'),
    template: __('Template'),
    sticky: __('Sticky'),
    comment_status: __('Comments'),
  };
  return labels[name] ?? taxonomies.find(({ rest_base }) => rest_base === name)?.name ?? name;
}

/** Returns the names of the values of `comment_status`. */
export const commentStatusLabels = (): Readonly<Record<string, string>> => ({
  open: __('Allowed'),
  closed: __('Not allowed'),
});
