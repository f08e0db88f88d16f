// POST on menus: a new menu (terms-menus-and-blocks.md §2).
import { menus } from '../../../contract/cms-v2/menus.ts';
import type { Call, Operation } from '../../http/room.ts';
import { sentSlug } from '../../rendering/slug.ts';
import { storeTerm } from '../terms/store-term.ts';
import { sentDescription, sentParent, storedDescription, storedName } from '../terms/term-args.ts';
import { type MenuArgs, requireFreeName, writeOptions } from './menu-args.ts';
import type { MenuParts } from './parts.ts';

/** Makes a menu; answers 201 with it. */
export function createMenu(parts: MenuParts): Operation {
  return {
    async run(call: Call<MenuArgs>) {
      const { args } = call;
      const described = (await sentDescription(parts, call)) ?? storedDescription('');
      const row = await parts.database.transaction(async (tx) => {
        await sentParent(tx, call, menus);
        const named = storedName(args.name ?? '');
        await tx.lock('term slugs nav_menu');
        await requireFreeName(tx, named);
        const term = { ...named, ...described, parent: 0 };
        const menu = await storeTerm(tx, menus, term, sentSlug(args.slug) ?? '');
        await writeOptions(tx, menu.id, args);
        return menu;
      });
      return { kind: 'record', row, status: 201, context: 'view' };
    },
  };
}
