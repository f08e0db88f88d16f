// The names of statuses.
import { __ } from '@wordpress/i18n';

/** Returns the names of the statuses of entries, keyed by their values in the API, in the order of filters. */
export const statusLabels = (): Readonly<Record<string, string>> => ({
  publish: __('Published'),
  draft: __('Draft'),
  pending: __('Pending review'),
  future: __('Scheduled'),
  private: __('Private'),
  trash: __('Trash'),
});
