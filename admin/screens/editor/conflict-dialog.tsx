// Shows the differences between the version of the user and a version that was saved meanwhile, and asks which one to keep.

import { __, sprintf } from '@wordpress/i18n';
import { diffLines } from 'diff';
import { createElement, useSyncExternalStore } from 'react';
import {
  type Conflict,
  type ConflictingText,
  type Decision,
  onConflict,
  openConflict,
} from '../../data/drafts/conflicts.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useModal } from '../../ui/use-modal.ts';

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
  const { texts, otherFields, modified } = conflict;
  return (
    <dialog ref={dialog} className="confirm wide" aria-labelledby="conflict-title" onCancel={() => decide('continue')}>
      <h2 id="conflict-title">{__('This entry was changed meanwhile')}</h2>
      <p>
        {/* translators: %s: date and time. */}
        {sprintf(__('Another version was saved on %s. Nothing has been overwritten.'), formatDate(modified))}
      </p>
      {texts.map((text) => (
        <Differences key={text.field} text={text} />
      ))}
      {otherFields.length > 0 && (
        /* translators: %s: names of fields. */
        <p>{sprintf(__('Other differences: %s'), otherFields.join(', '))}</p>
      )}
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

function Differences({ text: { field, mine, theirs } }: { readonly text: ConflictingText }) {
  const parts = diffLines(theirs, mine).map(({ value, added, removed }) =>
    createElement(added ? 'ins' : removed ? 'del' : 'span', null, value),
  );
  return (
    <section>
      <h3>{fieldLabels()[field] ?? field}</h3>
      {createElement('pre', { className: 'differences' }, ...parts)}
    </section>
  );
}

const fieldLabels = (): Readonly<Record<string, string>> => ({
  title: __('Title'),
  content: __('Content'),
  excerpt: __('Excerpt'),
});
