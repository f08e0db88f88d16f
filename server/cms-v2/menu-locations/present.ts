// Presents menu locations as JSON records (terms-menus-and-blocks.md §2).
import type { FieldMaker, Presenter } from '../../http/module.ts';

/** A menu location of the theme, and the menu assigned to it. */
export interface MenuLocation {
  readonly name: string;
  readonly description: string;
  /** ID of the menu; 0 if none is assigned. */
  readonly menu: number;
}

const fields: Record<keyof MenuLocation, (row: MenuLocation) => unknown> = {
  name: (row) => row.name,
  description: (row) => row.description,
  menu: (row) => row.menu,
};

export const menuLocationPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ name, menu }: MenuLocation) => ({ name, menu }),
};
