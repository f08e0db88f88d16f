// Moderates comments: actions with a result for each comment, undo, and the selection.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useCallback, useRef, useState } from 'react';
import { type CommentAction, isDeletable } from '../../actions/comments.ts';
import { type Results, runForEach } from '../../actions/run-for-each.ts';
import { type Comment, deleteComment } from '../../data/resources/comments.ts';
import type { FailedItems } from '../../ui/failed-items.tsx';
import { useNotices } from '../../ui/notices.tsx';
import type { CommentCache } from './use-comments.ts';

/** Actions for comments, and their outcome. */
export interface Moderation {
  /** The IDs of the selected comments. */
  readonly selection: ReadonlySet<number>;
  readonly select: (ids: readonly number[]) => void;
  /** Performs an action for those of the comments with which it is possible. */
  readonly run: (action: CommentAction, comments: readonly Comment[]) => Promise<void>;
  /** Deletes comments permanently, after the user has confirmed it. */
  readonly deletePermanently: (comments: readonly Comment[]) => Promise<void>;
  /** Reverts the last action that was not reverted yet. Resolves with the comments; none if there is nothing to revert. */
  readonly undo: () => Promise<readonly Comment[]>;
  /** The comments with which the last action has failed. */
  readonly failed: FailedItems<Comment>;
  readonly closeFailed: () => void;
}

interface Deps {
  readonly cache: CommentCache;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
}

/** An action that can be reverted, with the changed comments. */
interface Done {
  readonly action: CommentAction;
  readonly comments: readonly Comment[];
}

/** Returns the actions for the comments on the screen. */
export function useModeration({ cache, confirm }: Deps): Moderation {
  const notify = useNotices();
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<FailedItems<Comment>>([]);
  const done = useRef<readonly Done[]>([]);
  const running = useRef<Promise<unknown>>(Promise.resolve());

  const finish = useCallback((results: Results<Comment>) => {
    setFailed(results.failed);
    // Failed ones stay selected, so that the user can try again.
    const succeeded = new Set(results.succeeded.map(({ id }) => id));
    setSelection((current) => new Set([...current].filter((id) => !succeeded.has(id))));
  }, []);

  /** Changes each comment, shows the changed ones, and returns them. */
  const change = useCallback(
    async (comments: readonly Comment[], perform: (comment: Comment) => Promise<Comment>) => {
      const changed: Comment[] = [];
      const results = await runForEach(comments, async (comment) => {
        changed.push(await perform(comment));
      });
      cache.replace(changed);
      finish(results);
      return changed;
    },
    [cache, finish],
  );

  const revert = useCallback(
    async (last: Done): Promise<readonly Comment[]> => {
      done.current = done.current.filter((each) => each !== last);
      const changed = await change(last.comments, last.action.undo);
      if (changed.length > 0) notify({ kind: 'success', text: undoneText(changed.length) });
      return changed;
    },
    [change, notify],
  );

  const perform = useCallback(
    async (action: CommentAction, comments: readonly Comment[]) => {
      const changed = await change(comments.filter(action.isEligible), action.perform);
      if (changed.length === 0) return;
      const entry: Done = { action, comments: changed };
      done.current = [...done.current, entry];
      notify({
        ...{ kind: 'success', text: action.doneText(changed.length) },
        action: { label: __('Undo'), run: () => void (done.current.includes(entry) && revert(entry)) },
      });
    },
    [change, notify, revert],
  );

  const run = useCallback(
    (action: CommentAction, comments: readonly Comment[]): Promise<void> => {
      const performed = perform(action, comments);
      running.current = Promise.all([running.current, performed]);
      return performed;
    },
    [perform],
  );

  const undo = useCallback(async () => {
    // An action that is still running is the last one.
    await running.current;
    const last = done.current.at(-1);
    return last ? revert(last) : [];
  }, [revert]);

  const deletePermanently = useCallback(
    async (comments: readonly Comment[]) => {
      const deletable = comments.filter(isDeletable);
      if (deletable.length === 0 || !(await confirm(deletionQuestion(deletable.length), __('Delete permanently'))))
        return;
      const results = await runForEach(deletable, deleteComment);
      cache.remove(results.succeeded);
      finish(results);
      const { length: count } = results.succeeded;
      if (count > 0) notify({ kind: 'success', text: deletedText(count) });
    },
    [cache, confirm, finish, notify],
  );

  return {
    ...{ selection, run, undo, deletePermanently, failed },
    select: useCallback((ids: readonly number[]) => setSelection(new Set(ids)), []),
    closeFailed: useCallback(() => setFailed([]), []),
  };
}

const undoneText = (count: number): string =>
  /* translators: %d: number of comments. */
  sprintf(_n('The change of %d comment was undone.', 'The changes of %d comments were undone.', count), count);

const deletedText = (count: number): string =>
  /* translators: %d: number of comments. */
  sprintf(_n('%d comment was deleted.', '%d comments were deleted.', count), count);

const deletionQuestion = (count: number): string =>
  sprintf(
    /* translators: %d: number of comments. */
    _n(
      'Delete %d comment permanently? This cannot be undone. Replies to it remain.',
      'Delete %d comments permanently? This cannot be undone. Replies to them remain.',
      count,
    ),
    count,
  );
