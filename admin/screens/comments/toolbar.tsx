// The line above the list: actions for the selected comments, and new comments. It always has the same height, so that no row moves.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { type CommentAction, isDeletable } from '../../actions/comments.ts';
import type { Comment } from '../../data/resources/comments.ts';

interface Props {
  readonly comments: readonly Comment[];
  readonly selected: readonly Comment[];
  readonly select: (ids: readonly number[]) => void;
  readonly actions: readonly CommentAction[];
  readonly run: (action: CommentAction, comments: readonly Comment[]) => void;
  readonly deletePermanently: (comments: readonly Comment[]) => void;
  /** The number of comments that have arrived since the list was read. */
  readonly newCount: number;
  readonly showNew: () => void;
}

/** The toolbar of the list. */
export function Toolbar({ comments, selected, select, newCount, showNew, ...deps }: Props) {
  const isAll = comments.length > 0 && selected.length === comments.length;
  return (
    <div className="comment-toolbar">
      <input
        type="checkbox"
        aria-label={__('Select all comments on this page')}
        checked={isAll}
        disabled={comments.length === 0}
        onChange={() => select(isAll ? [] : comments.map(({ id }) => id))}
      />
      <BulkActions selected={selected} {...deps} />
      <p role="status" className="new-comments">
        {newCount > 0 && (
          <button type="button" className="button primary" onClick={showNew}>
            {/* translators: %d: number of comments. */}
            {sprintf(_n('Show %d new', 'Show %d new', newCount), newCount)}
          </button>
        )}
      </p>
    </div>
  );
}

/** The value of the option that deletes comments. */
const deletion = 'delete';

function BulkActions({
  selected,
  actions,
  run,
  deletePermanently,
}: Pick<Props, 'selected' | 'actions' | 'run' | 'deletePermanently'>) {
  const [chosen, setChosen] = useState('');
  const eligible = actions.filter(({ isEligible }) => selected.some(isEligible));
  const canDelete = selected.some(isDeletable);
  const action = eligible.find(({ id }) => id === chosen);
  const isPossible = action !== undefined || (chosen === deletion && canDelete);
  const apply = () => {
    if (action) run(action, selected);
    else deletePermanently(selected);
    setChosen('');
  };
  return (
    <>
      <select
        aria-label={__('Action for the selected comments')}
        value={isPossible ? chosen : ''}
        disabled={selected.length === 0}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">
          {selected.length === 0
            ? __('Select comments')
            : /* translators: %d: number of selected comments. */
              sprintf(
                _n('%d selected: choose an action', '%d selected: choose an action', selected.length),
                selected.length,
              )}
        </option>
        {eligible.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        {canDelete && <option value={deletion}>{__('Delete permanently')}</option>}
      </select>
      <button type="button" className="button" disabled={!isPossible} onClick={apply}>
        {__('Apply')}
      </button>
    </>
  );
}
