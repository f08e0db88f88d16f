// The tree of terms, as a list.
import type { ListedTerm } from '../../actions/terms.ts';
import type { Term } from '../../data/resources/terms.ts';

/**
 * Returns terms in the order of a tree: each term is followed by those below it, siblings in the given order. Terms whose parent is missing
 * are at the top. Each term is listed once, even if the parents form a cycle.
 */
export function treeOf(terms: readonly Term[]): readonly ListedTerm[] {
  const ids = new Set(terms.map(({ id }) => id));
  const children = Map.groupBy(terms, ({ id, parent = 0 }) => (parent !== id && ids.has(parent) ? parent : 0));
  const listed = new Map<number, ListedTerm>();
  const add = (items: readonly Term[], level: number) => {
    for (const term of items) {
      if (listed.has(term.id)) continue;
      listed.set(term.id, { ...term, level });
      add(children.get(term.id) ?? [], level + 1);
    }
  };
  add(children.get(0) ?? [], 0);
  add(terms, 0);
  return [...listed.values()];
}
