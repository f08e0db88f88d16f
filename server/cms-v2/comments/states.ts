// The states of comments and the words for them (users-and-comments.md §5.4).
import type { CommentState } from '../../../contract/cms-v2/comments.ts';

/** A state, and the one to go back to; empty: none is remembered. */
export interface Standing {
  readonly status: string;
  readonly status_before: string;
}

const direct: Readonly<Record<string, CommentState>> = {
  approved: 'approved',
  approve: 'approved',
  '1': 'approved',
  hold: 'hold',
  '0': 'hold',
};

/**
 * Where a word takes a comment: to spam and to the trash, with the state before remembered; back from there, or on hold
 * where none is; to any other state, with what is remembered kept. Unknown words change nothing. What else `before` holds is
 * not in the answer, which can be laid over a comment that has been changed otherwise.
 */
export function moved({ status, status_before }: Standing, sent: string): Standing {
  const before = { status, status_before };
  const word = sent.toLowerCase();
  const state = Object.hasOwn(direct, word) ? direct[word] : undefined;
  if (state) return { ...before, status: state };
  if (word === 'spam' || word === 'trash') return status === word ? before : { status: word, status_before: status };
  if (word === 'unspam' || word === 'untrash') return { status: status_before || 'hold', status_before: '' };
  return before;
}
