// The conversation of a comment: what it replies to, and the replies to it.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { type Comment, readConversation, type ThreadItem } from '../../data/resources/comments.ts';
import { formatDate } from '../../ui/format-date.ts';
import { authorOf } from './author.tsx';
import { CommentStatus } from './comment-status.tsx';
import { CommentText } from './comment-text.tsx';

/** Reads and displays the conversation of a comment. */
export function Conversation({ comment }: { readonly comment: Comment }) {
  const { data, error } = useQuery({
    queryKey: ['comments', 'conversation', comment.id],
    queryFn: ({ signal }) => readConversation(comment, signal),
  });
  if (error)
    return (
      <p role="alert" className="error">
        {error.message}
      </p>
    );
  if (!data) return <p className="quiet">{__('Loading…')}</p>;
  return (
    <section className="conversation" aria-label={__('Conversation')}>
      {data.parent && (
        <>
          <h2>{__('In reply to')}</h2>
          <Message comment={data.parent} />
        </>
      )}
      <h2>{__('Replies')}</h2>
      {data.replies.length === 0 ? (
        <p className="quiet">{__('There are no replies yet.')}</p>
      ) : (
        <Replies items={data.replies} />
      )}
      {data.isIncomplete && <p className="quiet">{__('Only a part of the replies is displayed.')}</p>}
    </section>
  );
}

function Replies({ items }: { readonly items: readonly ThreadItem[] }) {
  return (
    <ul className="replies">
      {items.map(({ comment, replies }) => (
        <li key={comment.id}>
          <Message comment={comment} />
          {replies.length > 0 && <Replies items={replies} />}
        </li>
      ))}
    </ul>
  );
}

function Message({ comment }: { readonly comment: Comment }) {
  return (
    <div className="message">
      <p className="comment-head">
        <strong>{authorOf(comment)}</strong> <span className="quiet">{formatDate(comment.date)}</span>{' '}
        <CommentStatus status={comment.status} />
      </p>
      <CommentText text={comment.content.raw} />
    </div>
  );
}
