// Displays the differences between the changes of the user and another version of an entry.
import { __, sprintf } from '@wordpress/i18n';
import { diffLines } from 'diff';
import { createElement } from 'react';
import type { Conflict, ConflictingText } from '../../data/drafts/conflicts.ts';

/** Displays the texts that differ line by line, and the names of other fields. */
export function Differences({ texts, otherFields }: Pick<Conflict, 'texts' | 'otherFields'>) {
  return (
    <>
      {texts.map((text) => (
        <TextDifferences key={text.field} text={text} />
      ))}
      {otherFields.length > 0 && (
        /* translators: %s: names of fields. */
        <p>{sprintf(__('Other differences: %s'), otherFields.join(', '))}</p>
      )}
    </>
  );
}

function TextDifferences({ text: { field, mine, theirs } }: { readonly text: ConflictingText }) {
  const parts = diffLines(theirs, mine).map(({ value, added, removed }) =>
    createElement(added ? 'ins' : removed ? 'del' : 'span', null, value),
  );
  const label = fieldLabels()[field] ?? field;
  // Long texts can be scrolled with the keyboard.
  const properties = { className: 'differences', tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <section>
      <h3>{label}</h3>
      {createElement('pre', properties, ...parts)}
    </section>
  );
}

const fieldLabels = (): Readonly<Record<string, string>> => ({
  title: __('Title'),
  content: __('Content'),
  excerpt: __('Excerpt'),
});
