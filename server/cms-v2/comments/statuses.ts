// Computes the status of a comment from a submitted status value (users-and-comments.md §5.4).
import type { CommentStatus } from '../../../contract/cms-v2/comments.ts';

/** The status of a comment, and the status to restore (`status_before`), which is empty if none is recorded. */
export interface StoredStatus {
  readonly status: string;
  readonly status_before: string;
}

const statusByValue: Readonly<Record<string, CommentStatus>> = {
  approved: 'approved',
  approve: 'approved',
  '1': 'approved',
  hold: 'hold',
  '0': 'hold',
};

/**
 * Returns the status of a comment after a status value is submitted. `spam` and `trash` record the previous status, unless the comment
 * already has the submitted one. `unspam` and `untrash` restore the recorded status, or put the comment on hold if none is recorded.
 * The other statuses leave `status_before` unchanged, and unknown values change nothing. The result has only the properties of
 * `StoredStatus`, so that it can be spread over an updated comment.
 */
export function nextStatus({ status, status_before }: StoredStatus, value: string): StoredStatus {
  const before = { status, status_before };
  const key = value.toLowerCase();
  const directStatus = Object.hasOwn(statusByValue, key) ? statusByValue[key] : undefined;
  if (directStatus) return { ...before, status: directStatus };
  if (key === 'spam' || key === 'trash') return status === key ? before : { status: key, status_before: status };
  if (key === 'unspam' || key === 'untrash') return { status: status_before || 'hold', status_before: '' };
  return before;
}
