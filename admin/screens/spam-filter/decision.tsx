// A comment with its score, the reason for it, and the buttons that train the filter.
import { __, sprintf } from '@wordpress/i18n';
import { useId, useState } from 'react';
import { type CommentAction, commentActions } from '../../actions/comments.ts';
import type { Comment } from '../../data/resources/comments.ts';
import type { Explanation } from '../../data/resources/spam-filter.ts';
import { formatDate } from '../../ui/format-date.ts';
import { formatPercent } from '../../ui/format-percent.ts';
import { reasonOf } from './reason.ts';
import { Signals } from './signals.tsx';

/** Maximum length of a text that is displayed at once, in characters. */
const maxLength = 300;

interface Props {
  readonly comment: Comment;
  /** Undefined until it is read, or if the user may not moderate the comment. */
  readonly explanation: Explanation | undefined;
  readonly threshold: number;
  /** Whether the filter has not learned from the last decision yet. */
  readonly isLearning: boolean;
  readonly train: (action: CommentAction, comment: Comment) => Promise<void>;
}

/** The comment. */
export function Decision({ comment, explanation, threshold, isLearning, train }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const author = comment.author_name || __('Anonymous');
  return (
    <li aria-labelledby={id}>
      <p className="decision-head" id={id}>
        <strong>{author}</strong>
        <span className="quiet">{formatDate(comment.date)}</span>
        <span className={`state ${comment.status}`}>{statusLabels()[comment.status] ?? comment.status}</span>
        {explanation && <Score score={explanation.score} threshold={threshold} />}
      </p>
      <Text text={comment.content.raw} />
      <div role="status">
        {isLearning ? (
          <p className="quiet">{__('The filter is learning from your decision…')}</p>
        ) : (
          explanation && <Effect explanation={explanation} />
        )}
      </div>
      <p className="buttons">
        {trainingActions()
          .filter((action) => action.isEligible(comment))
          .map((action) => (
            <button
              key={action.id}
              type="button"
              className="button"
              /* translators: 1: name of an action, 2: name of the author of a comment. */
              aria-label={sprintf(__('%1$s: comment by %2$s'), action.label, author)}
              onClick={() => void train(action, comment)}
            >
              {action.label}
            </button>
          ))}
        {explanation && (
          <button
            type="button"
            className="button"
            aria-expanded={isOpen}
            /* translators: %s: name of the author of a comment. */
            aria-label={sprintf(__('Why? Comment by %s'), author)}
            onClick={() => setOpen(!isOpen)}
          >
            {__('Why?')}
          </button>
        )}
      </p>
      {isOpen && explanation && (
        <div className="explanation">
          <p>{reasonOf(comment.status, explanation, threshold)}</p>
          <Signals explanation={explanation} />
        </div>
      )}
    </li>
  );
}

/** Returns the actions that train the filter. */
const trainingActions = (): readonly CommentAction[] =>
  commentActions().filter(({ id }) => id === 'approve' || id === 'spam' || id === 'unspam');

const statusLabels = (): Readonly<Record<string, string>> => ({
  approved: __('Approved'),
  hold: __('Waiting for approval'),
  spam: __('Spam'),
  trash: __('Trash'),
});

function Score({ score, threshold }: { readonly score: number; readonly threshold: number }) {
  return (
    <span className={`score ${score >= threshold ? 'bad' : 'good'}`}>
      {/* translators: %s: percentage. */}
      {sprintf(__('Score %s'), formatPercent(score))}
      <span className="bar" aria-hidden="true">
        <span style={{ inlineSize: `${score * 100}%` }} />
      </span>
    </span>
  );
}

/** Says how the training with the comment has changed its score. */
function Effect({ explanation }: { readonly explanation: Explanation }) {
  const { trained_as: kind, is_confirmed: isConfirmed, untrained_score: before, score } = explanation;
  if (kind === null || before === null) return null;
  const text = sprintf(
    kind === 'spam'
      ? /* translators: 1: percentage, 2: percentage. */
        __('The filter has learned that this is spam: the score changed from %1$s to %2$s.')
      : /* translators: 1: percentage, 2: percentage. */
        __('The filter has learned that this is not spam: the score changed from %1$s to %2$s.'),
    formatPercent(before),
    formatPercent(score),
  );
  return (
    <p className="quiet">
      {text} {!isConfirmed && __('No moderator has confirmed it.')}
    </p>
  );
}

function Text({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= maxLength || isWhole) return <div className="decision-text">{text}</div>;
  return (
    <div className="decision-text">
      {`${text.slice(0, maxLength).trimEnd()}… `}
      <button type="button" className="button plain" onClick={() => setWhole(true)}>
        {__('Show the whole comment')}
      </button>
    </div>
  );
}
