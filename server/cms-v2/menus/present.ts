// Presents menus as JSON records (terms-menus-and-blocks.md §2).
import type { menuFields } from '../../../contract/cms-v2/menus.ts';
import type { Presenter } from '../../http/module.ts';
import type { TermRow } from '../terms/store.ts';
import type { MenuDeps } from './deps.ts';
import { findAssignedLocations, findAutoAddAmong } from './store.ts';

interface Prepared {
  readonly adding: ReadonlySet<number>;
  readonly locations: ReadonlyMap<number, readonly string[]>;
}

type MenuPresenter = Presenter<typeof menuFields, TermRow, Prepared>;

export function menuPresenter({ database: { read }, menuLocations }: MenuDeps): MenuPresenter {
  const hasLocations = Object.keys(menuLocations).length > 0;
  const fields: MenuPresenter['fields'] = {
    id: (row) => row.id,
    description: (row) => row.description,
    name: (row) => row.name,
    slug: (row) => row.slug,
    meta: () => ({}),
    locations: (row, { locations }) => locations.get(row.id) ?? [],
    auto_add: (row, { adding: autoAddMenuIds }) => autoAddMenuIds.has(row.id),
  };
  // Locations are loaded even if the field is not requested, because links depend on them.
  const locationsOfMenus = async (): Promise<Prepared['locations']> => {
    const assigned = hasLocations ? await findAssignedLocations(read) : [];
    const knownLocations = assigned.filter(({ name }) => Object.hasOwn(menuLocations, name));
    const byMenu = Map.groupBy(knownLocations, (row) => row.term_id);
    return new Map([...byMenu].map(([menu, assignedLocations]) => [menu, assignedLocations.map(({ name }) => name)]));
  };
  return {
    prepare: async (rows, { projection: { fieldNames } }) => ({
      adding: fieldNames.has('auto_add') ? await findAutoAddAmong(read, idsOf(rows)) : new Set(),
      locations: await locationsOfMenus(),
    }),
    fields,
    facts: ({ id }, { locations }) => ({ id, location: locations.get(id) ?? [] }),
  };
}

const idsOf = (rows: readonly TermRow[]) => rows.map((row) => row.id);
