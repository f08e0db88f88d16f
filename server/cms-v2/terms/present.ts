// Presents terms as JSON records (terms-menus-and-blocks.md §1.1).
import type { TermFields } from '../../../contract/shared/terms.ts';
import type { Presenter } from '../../http/module.ts';
import { presentColumns } from '../plain-columns.ts';
import type { TermDeps } from './deps.ts';
import type { TermRow } from './store.ts';
import { termUrl } from './urls.ts';

type TermPresenter = Presenter<TermFields, TermRow, undefined>;

/** Returns the presenter of the terms of all taxonomies. */
export function termPresenter({ contract, site: { urls } }: TermDeps): TermPresenter {
  const fields: TermPresenter['fields'] = {
    id: (row) => row.id,
    description: (row) => row.description,
    link: (row, _prepared, { call }) => termUrl(row, contract.taxonomies.get(row.taxonomy), urls.front, call.spelling),
    name: (row) => row.name,
    slug: (row) => row.slug,
    taxonomy: (row) => row.taxonomy,
    parent: (row) => row.parent,
    meta: () => ({}),
    ...presentColumns('terms', (row: TermRow) => row),
  };
  return {
    prepare: async () => undefined,
    fields,
    facts: ({ id, parent }) => ({ id, parent }),
    dependsOnRowAlone: () => true,
  };
}
