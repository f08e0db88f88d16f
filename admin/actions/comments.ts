// The actions for comments, for lists, menus and the keyboard.
import { __, _n, sprintf } from '@wordpress/i18n';
import { type Comment, type SubmittedStatus, updateComment } from '../data/resources/comments.ts';

/** An action that changes the status of comments. */
export interface CommentAction {
  readonly id: 'approve' | 'hold' | 'spam' | 'unspam' | 'trash' | 'untrash';
  readonly label: string;
  /** The key that performs the action. */
  readonly key: string;
  readonly isEligible: (comment: Comment) => boolean;
  readonly perform: (comment: Comment) => Promise<Comment>;
  /** Reverts the action. `comment` is the changed comment. */
  readonly undo: (comment: Comment) => Promise<Comment>;
  /** Says what has happened to a number of comments. */
  readonly doneText: (count: number) => string;
}

const setStatus = (status: SubmittedStatus) => (comment: Comment) => updateComment(comment, { status });

/** Returns the actions in the order of the buttons. Each can be undone, so that the status before it returns. */
export const commentActions = (): readonly CommentAction[] => [
  {
    ...{ id: 'approve', label: __('Approve'), key: 'a', perform: setStatus('approved'), undo: setStatus('hold') },
    isEligible: ({ status }) => status === 'hold',
    doneText: (count) =>
      /* translators: %d: number of comments. */
      sprintf(_n('%d comment was approved.', '%d comments were approved.', count), count),
  },
  {
    ...{ id: 'hold', label: __('Unapprove'), key: 'u', perform: setStatus('hold'), undo: setStatus('approved') },
    isEligible: ({ status }) => status === 'approved',
    doneText: (count) =>
      /* translators: %d: number of comments. */
      sprintf(_n('%d comment waits for approval now.', '%d comments wait for approval now.', count), count),
  },
  {
    ...{ id: 'spam', label: __('Spam'), key: 's', perform: setStatus('spam'), undo: setStatus('unspam') },
    isEligible: ({ status }) => status === 'approved' || status === 'hold',
    doneText: (count) =>
      /* translators: %d: number of comments. */
      sprintf(_n('%d comment was marked as spam.', '%d comments were marked as spam.', count), count),
  },
  {
    ...{ id: 'unspam', label: __('Not spam'), key: 's', perform: setStatus('unspam'), undo: setStatus('spam') },
    isEligible: ({ status }) => status === 'spam',
    doneText: restoredText,
  },
  {
    ...{ id: 'trash', label: __('Trash'), key: 'd', perform: setStatus('trash'), undo: setStatus('untrash') },
    isEligible: ({ status }) => status !== 'trash',
    doneText: (count) =>
      /* translators: %d: number of comments. */
      sprintf(_n('%d comment was moved to the trash.', '%d comments were moved to the trash.', count), count),
  },
  {
    ...{ id: 'untrash', label: __('Restore'), key: 'd', perform: setStatus('untrash'), undo: setStatus('trash') },
    isEligible: ({ status }) => status === 'trash',
    doneText: restoredText,
  },
];

function restoredText(count: number): string {
  /* translators: %d: number of comments. */
  return sprintf(_n('%d comment was restored.', '%d comments were restored.', count), count);
}

/** Whether a comment can be deleted permanently: one that is already spam or in the trash. */
export const isDeletable = ({ status }: Comment): boolean => status === 'spam' || status === 'trash';
