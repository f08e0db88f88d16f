// A comment in the list, with its actions.
import { __, sprintf } from '@wordpress/i18n';
import { useId } from 'react';
import { Link } from 'wouter';
import { type CommentAction, isDeletable } from '../../actions/comments.ts';
import type { Comment } from '../../data/resources/comments.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { formatDate } from '../../ui/format-date.ts';
import { paths } from '../../ui/paths.ts';
import { textOf } from '../../ui/text-of.ts';
import { Author, authorOf } from './author.tsx';
import { EditForm, ReplyForm } from './comment-forms.tsx';
import { CommentStatus } from './comment-status.tsx';
import { CommentText } from './comment-text.tsx';
import { Conversation } from './conversation.tsx';
import { type CommentView, pathOfView } from './view.ts';

/** The open part below a comment. */
export type OpenPart = 'reply' | 'edit' | 'conversation';

/** The view of the list, and the functions that change its comments. */
export interface RowDeps {
  readonly view: CommentView;
  readonly actions: readonly CommentAction[];
  readonly run: (action: CommentAction, comments: readonly Comment[]) => void;
  readonly deletePermanently: (comments: readonly Comment[]) => void;
  readonly replace: (comments: readonly Comment[]) => void;
  readonly onReplied: (comment: Comment, reply: Comment) => void;
}

interface Props extends RowDeps {
  readonly comment: Comment;
  readonly isSelected: boolean;
  readonly select: (isSelected: boolean) => void;
  readonly open: OpenPart | undefined;
  readonly setOpen: (part: OpenPart | undefined) => void;
}

/** A comment. It can have the focus, so that keys act on it. */
export function CommentRow({ comment, isSelected, select, open, setOpen, ...deps }: Props) {
  const { view, replace, onReplied } = deps;
  const id = useId();
  const close = () => setOpen(undefined);
  const formProps = { comment, close, replace: (changed: Comment) => replace([changed]) };
  return (
    <li className={`comment ${comment.status}`} data-comment={comment.id} tabIndex={-1} aria-labelledby={id}>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={(event) => select(event.target.checked)}
        /* translators: %s: name of the author of a comment. */
        aria-label={sprintf(__('Select the comment by %s'), authorOf(comment))}
      />
      <div className="comment-body">
        <p className="comment-head" id={id}>
          <Author
            comment={comment}
            pathOfAuthor={(email) => pathOfView({ ...view, status: 'all', search: '', post: 0, email, page: 1 })}
          />
          <span className="quiet">{formatDate(comment.date)}</span>
          <CommentStatus status={comment.status} />
        </p>
        <Context comment={comment} view={view} />
        <CommentText text={comment.content.raw} />
        <Buttons comment={comment} open={open} setOpen={setOpen} {...deps} />
        {open === 'edit' && <EditForm {...formProps} />}
        {open === 'reply' && <ReplyForm {...formProps} onReplied={(reply) => onReplied(comment, reply)} />}
        {open === 'conversation' && <Conversation comment={comment} />}
      </div>
    </li>
  );
}

/** The entry of a comment, and the comment to which it replies. */
function Context({ comment, view }: { readonly comment: Comment; readonly view: CommentView }) {
  const { types } = useBootstrap();
  const [entry] = comment._embedded?.up ?? [];
  const [repliedTo] = comment._embedded?.['in-reply-to'] ?? [];
  const type = types.find(({ slug }) => slug === entry?.type);
  const title = entry?.id === undefined ? __('an entry that you may not read') : titleOf(entry);
  return (
    <p className="comment-context">
      {__('On:')}{' '}
      {type && entry?.id !== undefined ? (
        <DocumentLink path={paths.entry(type.slug, entry.id)}>{title}</DocumentLink>
      ) : (
        <span>{title}</span>
      )}{' '}
      {view.post === 0 && comment.post !== 0 && (
        <Link href={pathOfView({ ...view, status: 'all', search: '', email: '', post: comment.post, page: 1 })}>
          {__('All comments on it')}
        </Link>
      )}
      {repliedTo?.author_name !== undefined && (
        <span className="replied-to">
          {sprintf(
            /* translators: 1: name of the author of a comment, 2: the beginning of the comment. */
            __('In reply to %1$s: “%2$s”'),
            authorOf({ author_name: repliedTo.author_name }),
            beginningOf(textOf(repliedTo.content?.rendered ?? '')),
          )}
        </span>
      )}
    </p>
  );
}

const maxQuoteLength = 100;

const beginningOf = (text: string): string =>
  text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).trimEnd()}…` : text;

type ButtonsProps = Pick<Props, 'comment' | 'open' | 'setOpen' | keyof RowDeps>;

function Buttons({ comment, actions, run, deletePermanently, open, setOpen }: ButtonsProps) {
  const toggle = (part: OpenPart) => setOpen(open === part ? undefined : part);
  const isPublic = comment.status === 'approved';
  return (
    <p className="comment-buttons">
      {actions
        .filter((action) => action.isEligible(comment))
        .map((action) => (
          <button key={action.id} type="button" className="button" onClick={() => run(action, [comment])}>
            {action.label}
          </button>
        ))}
      {isDeletable(comment) && (
        <button type="button" className="button" onClick={() => deletePermanently([comment])}>
          {__('Delete permanently')}
        </button>
      )}
      {isRepliable(comment) && (
        <button type="button" className="button" aria-expanded={open === 'reply'} onClick={() => toggle('reply')}>
          {__('Reply')}
        </button>
      )}
      <button type="button" className="button" aria-expanded={open === 'edit'} onClick={() => toggle('edit')}>
        {__('Edit')}
      </button>
      <button
        type="button"
        className="button"
        aria-expanded={open === 'conversation'}
        onClick={() => toggle('conversation')}
      >
        {__('Conversation')}
      </button>
      {isPublic && (
        <a className="button" href={comment.link} target="_blank" rel="noopener">
          {__('View')}
        </a>
      )}
    </p>
  );
}

/** Whether a reply to a comment can be published. */
export const isRepliable = ({ status, post }: Comment): boolean =>
  post !== 0 && (status === 'approved' || status === 'hold');
