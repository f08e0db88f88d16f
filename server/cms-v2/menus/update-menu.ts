// POST, PUT and PATCH /cms/v2/menus/<id>: update the submitted fields of a menu (contract/README.md, decision 9).
import { menus } from '../../../contract/cms-v2/menus.ts';
import { recordEvent } from '../../events/record.ts';
import { parseSubmittedSlug, toSlug } from '../../rendering/slug.ts';
import { type TermRow, updateTermRow } from '../terms/store.ts';
import { cleanName, parseDescription, parseParent } from '../terms/term-args.ts';
import { findFreeTermSlug } from '../terms/term-slugs.ts';
import type { MenuDeps } from './deps.ts';
import { requireUniqueName, saveMenuOptions } from './menu-args.ts';
import type { MenuOperations } from './operations.ts';
import { lockMenu } from './permissions.ts';

/** Updates a menu and responds with the updated record. */
export function updateMenu(deps: MenuDeps): MenuOperations['update-menu'] {
  return {
    async run(call, loadedMenu) {
      const { args } = call;
      const descriptionColumns = await parseDescription(deps, call);
      const row = await deps.database.transaction(async (tx) => {
        const before = await lockMenu(tx, loadedMenu.id);
        await call.requireMatch();
        const nameColumns = args.name === undefined ? undefined : cleanName(args.name);
        if (nameColumns) await requireUniqueName(tx, nameColumns, before.id);
        await parseParent(tx, call, menus);
        // A menu that is renamed without a submitted slug gets a slug that is derived from the new name.
        const requestedSlug =
          parseSubmittedSlug(args.slug) ??
          (nameColumns && nameColumns.name !== before.name ? toSlug(nameColumns.name) : '');
        const slugRequest = { id: before.id, slug: requestedSlug, parent: 0 };
        const slug =
          requestedSlug === '' || requestedSlug === before.slug
            ? before.slug
            : await findFreeTermSlug(tx, menus, slugRequest);
        const after: TermRow = { ...before, ...nameColumns, ...descriptionColumns, slug, path: slug };
        await updateTermRow(tx, after);
        await saveMenuOptions(tx, before.id, args);
        await recordEvent(tx, { kind: 'term.updated', type: menus.name, subject: before.id });
        return after;
      });
      return { kind: 'record', row, context: 'view' };
    },
  };
}
