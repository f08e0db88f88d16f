// Presents terms as JSON records (terms-menus-and-blocks.md §1.1).
import type { FieldMaker, Presenter, View } from '../../http/module.ts';
import type { TermDeps } from './deps.ts';
import type { TermRow } from './store.ts';
import { termUrl } from './urls.ts';

/** Returns the presenter of the terms of all taxonomies. */
export function termPresenter({ contract, site }: TermDeps): Presenter {
  const fields: Record<string, (row: TermRow, prepared: undefined, view: View) => unknown> = {
    id: (row) => row.id,
    count: (row) => row.count,
    description: (row) => row.description,
    link: (row, _prepared, { call }) => termUrl(row, contract.taxonomies.get(row.taxonomy), site.front, call.spelling),
    name: (row) => row.name,
    slug: (row) => row.slug,
    taxonomy: (row) => row.taxonomy,
    parent: (row) => row.parent,
    meta: () => ({}),
  };
  return {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: ({ id, parent }: TermRow) => ({ id, parent }),
    dependsOnRowAlone: () => true,
  };
}
