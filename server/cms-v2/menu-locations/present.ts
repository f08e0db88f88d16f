// Presents menu locations as JSON records (terms-menus-and-blocks.md §2).
import type { menuLocationFields } from '../../../contract/cms-v2/menu-locations.ts';
import type { Presenter } from '../../http/module.ts';

/** A menu location of the theme, and the menu assigned to it. */
export interface MenuLocation {
  readonly name: string;
  readonly description: string;
  /** ID of the menu; 0 if none is assigned. */
  readonly menu: number;
}

export const menuLocationPresenter: Presenter<typeof menuLocationFields, MenuLocation> = {
  prepare: async () => undefined,
  fields: {
    name: (row) => row.name,
    description: (row) => row.description,
    menu: (row) => row.menu,
  },
  facts: ({ name, menu }) => ({ name, menu }),
};
