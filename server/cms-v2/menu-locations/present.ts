// Places of menus to records (terms-menus-and-blocks.md §2).
import type { FieldMaker, Presenter } from '../../http/room.ts';

/** A place of the theme and what is shown there. */
export interface MenuLocation {
  readonly name: string;
  readonly description: string;
  /** 0: no menu. */
  readonly menu: number;
}

const fields: Record<keyof MenuLocation, (row: MenuLocation) => unknown> = {
  name: (row) => row.name,
  description: (row) => row.description,
  menu: (row) => row.menu,
};

/** The presenter of the places of menus. */
export const menuLocationPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ name, menu }: MenuLocation) => ({ name, menu }),
};
