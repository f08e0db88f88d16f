// Shows the differences between the version of the user and a version that was saved meanwhile, and asks which one to keep.

import { __, sprintf } from '@wordpress/i18n';
import { useSyncExternalStore } from 'react';
import { type Conflict, type Decision, onConflict, openConflict } from '../../data/drafts/conflicts.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useModal } from '../../ui/use-modal.ts';
import { Differences } from './differences.tsx';

/** The dialog, which is displayed while there is a conflict. */
export function ConflictDialog() {
  const conflict = useSyncExternalStore(onConflict, openConflict);
  return conflict ? <Dialog conflict={conflict} alternative={conflict.alternative} decide={conflict.decide} /> : null;
}

interface Props {
  readonly conflict: Conflict;
  readonly alternative: Decision;
  readonly decide: (decision: Decision) => void;
}

function Dialog({ conflict, alternative, decide }: Props) {
  const dialog = useModal();
  return (
    <dialog ref={dialog} className="confirm wide" aria-labelledby="conflict-title" onCancel={() => decide('continue')}>
      <h2 id="conflict-title">{__('This entry was changed meanwhile')}</h2>
      <p>
        {/* translators: %s: date and time. */}
        {sprintf(__('Another version was saved on %s. Nothing has been overwritten.'), formatDate(conflict.modified))}
      </p>
      <Differences {...conflict} />
      <p className="buttons">
        <button type="button" className="button primary" onClick={() => decide('continue')}>
          {__('Continue editing')}
        </button>
        <button type="button" className="button" onClick={() => decide(alternative)}>
          {alternative === 'replace' ? __('Replace the other version with mine') : __('Load the other version')}
        </button>
      </p>
    </dialog>
  );
}
