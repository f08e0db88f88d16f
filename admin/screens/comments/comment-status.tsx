// The name of the status of a comment.
import { __ } from '@wordpress/i18n';

const labels = (): Readonly<Record<string, string>> => ({
  approved: __('Approved'),
  hold: __('Waiting for approval'),
  spam: __('Spam'),
  trash: __('Trash'),
});

/** Displays the status of a comment. */
export function CommentStatus({ status }: { readonly status: string }) {
  return <span className={`comment-status ${status}`}>{labels()[status] ?? status}</span>;
}
