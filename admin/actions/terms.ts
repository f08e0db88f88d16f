// The actions for terms in lists.
import type { Action } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Taxonomy } from '../data/bootstrap.ts';
import { countChildren, deleteTerm, isDeletable, nameOf, type Term } from '../data/resources/terms.ts';
import type { FailedItems } from '../ui/failed-items.tsx';
import { icons } from '../ui/icons.tsx';
import type { Notice } from '../ui/notices.tsx';
import { reportResults } from './report-results.ts';
import { type Results, runForEach } from './run-for-each.ts';

/** A term with its depth in the displayed tree; 0 at the top, and in lists that are no trees. */
export interface ListedTerm extends Term {
  readonly level: number;
}

/** Dependencies of the actions. */
export interface TermActionDeps {
  readonly taxonomy: Taxonomy;
  readonly notify: (notice: Notice) => void;
  /** Reads the list again, and shows and selects the terms with which an action failed. */
  readonly refresh: (failed: FailedItems<ListedTerm>) => void;
  readonly edit: (term: ListedTerm) => void;
  /** Asks the user into which term the terms are merged. */
  readonly merge: (terms: readonly ListedTerm[]) => void;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
}

/** Returns the actions in the order of the menu. */
export const termActions = (deps: TermActionDeps): Action<ListedTerm>[] => [
  {
    id: 'edit',
    label: __('Edit'),
    isPrimary: true,
    callback: ([term]) => term && deps.edit(term),
  },
  {
    id: 'view',
    label: __('View'),
    // Taxonomies without pages of their own have URLs with a query.
    isEligible: ({ link }) => !link.includes('?'),
    callback: ([term]) => void (term && window.open(term.link, '_blank', 'noopener')),
  },
  {
    id: 'merge',
    label: __('Merge into another'),
    icon: icons.merge,
    supportsBulk: true,
    isEligible: isDeletable,
    callback: (terms) => deps.merge(terms),
  },
  {
    id: 'delete',
    label: __('Delete permanently'),
    icon: icons.delete,
    supportsBulk: true,
    isEligible: isDeletable,
    callback: (terms) => void deletePermanently(deps, terms),
  },
];

async function deletePermanently(deps: TermActionDeps, terms: readonly ListedTerm[]): Promise<void> {
  const question = await deletionQuestion(deps.taxonomy, terms);
  if (!(await deps.confirm(question, __('Delete permanently')))) return;
  const results = await runDeepestFirst(terms, (term) => deleteTerm(deps.taxonomy, term));
  reportResults(deps, results, {
    /* translators: %d: number of terms. */
    text: (count) => sprintf(_n('%d term was deleted.', '%d terms were deleted.', count), count),
  });
}

/**
 * Runs an action for each term, those at the bottom of the tree first: after the deletion of its parent, a term would no longer have the
 * version that the user has seen.
 */
export async function runDeepestFirst(
  terms: readonly ListedTerm[],
  run: (term: ListedTerm) => Promise<void>,
): Promise<Results<ListedTerm>> {
  const results: Results<ListedTerm>[] = [];
  const levels = Map.groupBy(terms, ({ level }) => level);
  for (const level of [...levels.keys()].sort((one, other) => other - one))
    results.push(await runForEach(levels.get(level) ?? [], run));
  return {
    succeeded: results.flatMap(({ succeeded }) => succeeded),
    failed: results.flatMap(({ failed }) => failed),
  };
}

/** Returns the question before terms are deleted, which says what is lost. */
async function deletionQuestion(taxonomy: Taxonomy, terms: readonly ListedTerm[]): Promise<string> {
  const [first] = terms;
  const { length: count } = terms;
  const ids = terms.map(({ id }) => id);
  // The question does not depend on this number, so it is asked without it, too.
  const children = await Promise.all(ids.map((id) => countChildren(taxonomy, id, ids).catch(() => 0)));
  const below = children.reduce((sum, number) => sum + number, 0);
  return [
    count === 1 && first
      ? /* translators: %s: name of a term. */
        sprintf(__('Delete “%s” permanently?'), nameOf(first))
      : /* translators: %d: number of terms. */
        sprintf(_n('Delete %d term permanently?', 'Delete %d terms permanently?', count), count),
    removalText(terms),
    below > 0 &&
      sprintf(
        /* translators: %d: number of terms below the deleted ones. */
        _n('%d term below moves up one level.', '%d terms below move up one level.', below),
        below,
      ),
    taxonomy.slug === 'category' && __('Entries without another category get the default category.'),
    count === 1
      ? __('Menu items that link to it are deleted, too.')
      : __('Menu items that link to them are deleted, too.'),
    __('This cannot be undone.'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the number of published entries of terms. Entries with several of the terms count several times. */
export const countEntries = (terms: readonly Term[]): number => terms.reduce((sum, { count }) => sum + count, 0);

function removalText(terms: readonly Term[]): string {
  const entries = countEntries(terms);
  if (entries === 0) return __('No published entry is affected.');
  const text =
    terms.length === 1
      ? /* translators: %d: number of entries. */
        _n(
          'It is removed from %d published entry, and from drafts.',
          'It is removed from %d published entries, and from drafts.',
          entries,
        )
      : /* translators: %d: number of entries. */
        _n(
          'They are removed from %d published entry, and from drafts.',
          'They are removed from up to %d published entries, and from drafts.',
          entries,
        );
  return sprintf(text, entries);
}
