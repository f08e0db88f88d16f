// POST /cms/v2/menus: creates a menu (terms-menus-and-blocks.md §2).
import { menus } from '../../../contract/cms-v2/menus.ts';
import { parseSubmittedSlug } from '../../rendering/slug.ts';
import { saveNewTerm } from '../terms/save-new-term.ts';
import { cleanDescription, cleanName, parseDescription, parseParent } from '../terms/term-args.ts';
import type { MenuDeps } from './deps.ts';
import { requireUniqueName, saveMenuOptions } from './menu-args.ts';
import type { MenuOperations } from './operations.ts';

/** Creates a menu and responds 201 with it. */
export function createMenu(deps: MenuDeps): MenuOperations['create-menu'] {
  return {
    async run(call) {
      const { args } = call;
      const descriptionColumns = (await parseDescription(deps, call)) ?? cleanDescription('');
      const row = await deps.database.transaction(async (tx) => {
        await parseParent(tx, call, menus);
        const nameColumns = cleanName(args.name ?? '');
        await tx.lock('term slugs nav_menu');
        await requireUniqueName(tx, nameColumns);
        const term = { ...nameColumns, ...descriptionColumns, parent: 0 };
        const menu = await saveNewTerm(tx, menus, term, parseSubmittedSlug(args.slug) ?? '');
        await saveMenuOptions(tx, menu.id, args);
        return menu;
      });
      return { kind: 'record', row, status: 201, context: 'view' };
    },
  };
}
