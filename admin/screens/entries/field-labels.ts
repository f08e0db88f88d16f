// The names of the fields that users can change in lists, and of their values.
import { __ } from '@wordpress/i18n';
import type { Taxonomy } from '../../data/bootstrap.ts';
import type { Option } from '../../ui/fields/choice-fields.tsx';

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

/** Returns the options of a field for values, by default for all that have labels. Values without labels are labels themselves. */
export const optionsOf = (
  labels: Readonly<Record<string, string>>,
  values: readonly string[] = Object.keys(labels),
): Option[] => values.map((value) => ({ value, label: labels[value] ?? value }));
