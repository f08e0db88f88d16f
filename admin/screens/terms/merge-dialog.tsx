// The question into which term others are merged, with what happens then.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import type { Results } from '../../actions/run-for-each.ts';
import { countEntries, type ListedTerm, runDeepestFirst } from '../../actions/terms.ts';
import type { Taxonomy } from '../../data/bootstrap.ts';
import { mergeTerm, nameOf } from '../../data/resources/terms.ts';
import { FormDialog, useBusyDialog } from '../../ui/form-dialog.tsx';
import { TermPicker } from './term-picker.tsx';

interface Props {
  readonly taxonomy: Taxonomy;
  /** The terms that are replaced. */
  readonly terms: readonly ListedTerm[];
  readonly close: () => void;
  /** Runs with the result for each term. */
  readonly onMerged: (results: Results<ListedTerm>) => void;
}

/** The dialog. */
export const MergeDialog = (props: Props) => (
  <FormDialog title={titleOf(props.terms)} close={props.close}>
    <MergeForm {...props} />
  </FormDialog>
);

function MergeForm({ taxonomy, terms, close, onMerged }: Props) {
  const [into, setInto] = useState(0);
  const [isMerging, setMerging] = useState(false);
  useBusyDialog(isMerging);
  const merge = async () => {
    setMerging(true);
    onMerged(await runDeepestFirst(terms, (term) => mergeTerm(term, into)));
    close();
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void merge();
      }}
    >
      <TermPicker
        {...{ taxonomy, label: __('Merge into'), value: into, onChange: setInto }}
        exclude={terms.map(({ id }) => id)}
      />
      <ul>
        <li>{entriesText(terms)}</li>
        {taxonomy.hierarchical && <li>{__('Terms below move below the selected one.')}</li>}
        {lossTexts(terms.length).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="buttons">
        <button type="submit" className="button primary" disabled={into === 0 || isMerging}>
          {isMerging ? __('Merging…') : __('Merge')}
        </button>
        <button type="button" className="button" disabled={isMerging} onClick={close}>
          {__('Cancel')}
        </button>
      </p>
    </form>
  );
}

function titleOf(terms: readonly ListedTerm[]): string {
  const [first] = terms;
  /* translators: %s: name of a term. */
  if (terms.length === 1 && first) return sprintf(__('Merge “%s” into another'), nameOf(first));
  /* translators: %d: number of terms. */
  return sprintf(_n('Merge %d term into another', 'Merge %d terms into another', terms.length), terms.length);
}

const lossTexts = (count: number): readonly string[] =>
  count === 1
    ? [
        __('Menu items that link to it link to the selected one.'),
        __('Its name, slug and description are deleted, and its URL no longer works. This cannot be undone.'),
      ]
    : [
        __('Menu items that link to them link to the selected one.'),
        __('Their names, slugs and descriptions are deleted, and their URLs no longer work. This cannot be undone.'),
      ];

function entriesText(terms: readonly ListedTerm[]): string {
  const entries = countEntries(terms);
  if (entries === 0) return __('No published entry is affected.');
  const text =
    terms.length === 1
      ? /* translators: %d: number of entries. */
        _n(
          '%d published entry gets the selected one instead, and so do drafts.',
          '%d published entries get the selected one instead, and so do drafts.',
          entries,
        )
      : /* translators: %d: number of entries. */
        _n(
          '%d published entry gets the selected one instead, and so do drafts.',
          'Up to %d published entries get the selected one instead, and so do drafts.',
          entries,
        );
  return sprintf(text, entries);
}
