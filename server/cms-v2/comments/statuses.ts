// Statuses of comments and the parameter values that set them (users-and-comments.md §5.4).
import type { CommentStatus } from '../../../contract/cms-v2/comments.ts';

/** The status of a comment, and the one to restore; empty if none is recorded. */
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
 * Returns the status that a parameter value leads to. `spam` and `trash` record the previous status; `unspam` and `untrash`
 * restore it, or put the comment on hold if none is recorded; other statuses leave the record unchanged, and unknown values
 * change nothing. The result has these two properties only, so that it can be spread over an updated comment.
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
