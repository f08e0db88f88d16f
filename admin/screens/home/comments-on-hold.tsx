// A section of the home screen with comments that wait for approval.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { commentActions } from '../../actions/comments.ts';
import { useLiveRefresh } from '../../data/live/use-live-refresh.ts';
import { type Comment, listComments } from '../../data/resources/comments.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { textOf } from '../../ui/text-of.ts';
import { messageOf } from '../../ui/to-error.ts';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { Card } from './card.tsx';

const limit = 5;
const maxLength = 120;

/** The newest comments that wait for approval, which the user can approve here. */
export function CommentsOnHold() {
  const { data, error } = useQuery({
    queryKey: ['comments', 'hold'],
    queryFn: ({ signal }) => listComments({ status: 'hold', per_page: limit }, signal),
  });
  useLiveRefresh('comments', ['comments', 'hold']);
  const container = useRef<HTMLDivElement>(null);
  useKeepFocus(container, data);
  return (
    <div ref={container}>
      <Card title={__('Comments waiting for approval')} total={data?.total} error={error} isLoading={!data}>
        {data?.total === 0 ? (
          <p className="quiet">{__('No comment is waiting for approval.')}</p>
        ) : (
          <>
            <ul className="items">
              {data?.items.map((comment) => (
                <Item key={comment.id} comment={comment} />
              ))}
            </ul>
            <p>
              <Link href={paths.waitingComments}>{__('Moderate comments')}</Link>
            </p>
          </>
        )}
      </Card>
    </div>
  );
}

function Item({ comment }: { readonly comment: Comment }) {
  const { author_name, date, content } = comment;
  const { approve, isApproving } = useApproval(comment);
  return (
    <li>
      <span>{shorten(textOf(content.rendered))}</span>
      <span className="quiet">
        {/* translators: 1: name of the author, 2: date. */}
        {sprintf(__('%1$s, %2$s'), author_name || __('Anonymous'), formatDate(date))}
      </span>
      <span>
        <button
          type="button"
          className="button"
          disabled={isApproving}
          onClick={approve}
          /* translators: %s: name of the author of a comment. */
          aria-label={sprintf(__('Approve the comment by %s'), author_name || __('Anonymous'))}
        >
          {__('Approve')}
        </button>
      </span>
    </li>
  );
}

/** Returns a function that approves a comment, with a notice that reverts it. */
function useApproval(comment: Comment) {
  const notify = useNotices();
  const queries = useQueryClient();
  const [isApproving, setApproving] = useState(false);
  const change = async (perform: () => Promise<Comment>): Promise<Comment | undefined> => {
    setApproving(true);
    try {
      return await perform();
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
      return undefined;
    } finally {
      setApproving(false);
      void queries.invalidateQueries({ queryKey: ['comments'] });
    }
  };
  const approve = async () => {
    const action = commentActions().find(({ id }) => id === 'approve');
    const approved = action && (await change(() => action.perform(comment)));
    if (!approved) return;
    const undo = { label: __('Undo'), run: () => void change(() => action.undo(approved)) };
    notify({ kind: 'success', text: action.doneText(1), action: undo });
  };
  return { approve: () => void approve(), isApproving };
}

const shorten = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text);
