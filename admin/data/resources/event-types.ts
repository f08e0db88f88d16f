// The types of content by which webhooks and the live feed can be filtered.
import { __ } from '@wordpress/i18n';
import type { Option } from '../../ui/fields/choice-fields.tsx';
import { withSelected } from '../../ui/fields/with-selected.ts';
import { useBootstrap } from '../use-bootstrap.ts';

/** Returns the options: content types, media, taxonomies and comments, and selected types that the site does not have any more. */
export function useEventTypes(selected: readonly string[]): readonly Option[] {
  const { types, unlistedTypes, taxonomies } = useBootstrap();
  const known = [
    ...[...types, ...unlistedTypes].map(({ slug, name }) => ({ value: slug, label: name })),
    { value: 'attachment', label: __('Media') },
    ...taxonomies.map(({ slug, name }) => ({ value: slug, label: name })),
    { value: 'comment', label: __('Comments') },
  ];
  return withSelected(known, selected);
}
