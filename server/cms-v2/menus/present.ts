// Menus to records (terms-menus-and-blocks.md §2).
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import type { TermRow } from '../terms/store.ts';
import type { MenuParts } from './parts.ts';
import { findAddingAmong, findAssigned } from './store.ts';

interface Prepared {
  readonly adding: ReadonlySet<number>;
  readonly locations: ReadonlyMap<number, readonly string[]>;
}

/** The presenter of menus. */
export function menuPresenter({ database: { read }, menuLocations }: MenuParts): Presenter {
  const placed = Object.keys(menuLocations).length > 0;
  const fields: Record<string, (row: TermRow, prepared: Prepared) => unknown> = {
    id: (row) => row.id,
    description: (row) => row.description,
    name: (row) => row.name,
    slug: (row) => row.slug,
    meta: () => ({}),
    locations: (row, { locations }) => locations.get(row.id) ?? [],
    auto_add: (row, { adding }) => adding.has(row.id),
  };
  // The links need them too, whichever fields are asked for.
  const locationsOfMenus = async (): Promise<Prepared['locations']> => {
    const assigned = placed ? await findAssigned(read) : [];
    const known = assigned.filter(({ name }) => Object.hasOwn(menuLocations, name));
    const ofMenus = Map.groupBy(known, (row) => row.term_id);
    return new Map([...ofMenus].map(([menu, places]) => [menu, places.map(({ name }) => name)]));
  };
  return {
    prepare: async (rows: readonly TermRow[], { projection: { wants } }: View): Promise<Prepared> => ({
      adding: wants.has('auto_add') ? await findAddingAmong(read, idsOf(rows)) : new Set(),
      locations: await locationsOfMenus(),
    }),
    fields: fields as Record<string, FieldMaker>,
    facts: ({ id }: TermRow, { locations }: Prepared) => ({ id, location: locations.get(id) ?? [] }),
  };
}

const idsOf = (rows: readonly TermRow[]) => rows.map((row) => row.id);
