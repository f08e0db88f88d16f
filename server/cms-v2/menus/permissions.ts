// The rules that the routes of menus name (terms-menus-and-blocks.md §2, Who may).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { menuPermissions } from '../../../contract/cms-v2/menus.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Call, type Denial, numberIn, type Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { findTerm, type TermRow } from '../terms/store.ts';
import { denials, type MenuParts, mayViewMenus, menuRight } from './parts.ts';

/** The menu of a number. Throws Refusal 404 `rest_term_invalid`. */
export async function requireMenu(read: ReadHandle, id: number): Promise<TermRow> {
  const menu = await findTerm(read, 'nav_menu', id);
  if (!menu) throw new Refusal('rest_term_invalid', 404, 'There is no menu of this number.');
  return menu;
}

/** The menu of a number, while nobody else changes menus. Throws Refusal 404 `rest_term_invalid`. */
export async function claimMenu(tx: WriteHandle, id: number): Promise<TermRow> {
  await tx.lock('term slugs nav_menu');
  return requireMenu(tx, id);
}

function isPublishedItem({ actor }: Call, subject: unknown): boolean {
  const { type, status } = (subject ?? {}) as { readonly type?: string; readonly status?: string };
  return isSignedIn(actor) && type === menuItems.name && status === 'publish';
}

/** The rules by the names that declarations use. */
export function menuRules({
  database,
  settings,
  listTermsRule,
}: MenuParts): Record<(typeof menuPermissions)[number], Permission> {
  const load = (call: Call) => requireMenu(database.read, numberIn(call.path.id));
  const sees = ({ args, actor }: Call): Denial | undefined => {
    if (args.context === 'edit' && !actor.can(menuRight)) return denials.editContext;
    return mayViewMenus(actor, settings.values) ? undefined : denials.view;
  };
  const changes = (denial: Denial) => ({
    permit: ({ actor }: Call) => (actor.can(menuRight) ? undefined : denial),
  });
  return {
    'list-menus': {
      load: async (call) => listTermsRule.load?.(call),
      // Whoever is signed in may know of a published item, which is not to say of its menus (additions.md, "menus?post").
      permit: (call, subject) =>
        (isPublishedItem(call, subject) ? undefined : listTermsRule.permit(call, subject)) ?? sees(call),
    },
    'read-menu': { load, permit: sees },
    'create-menu': changes(denials.create),
    'edit-menu': { load, ...changes(denials.update) },
    'delete-menu': { load, ...changes(denials.delete) },
  };
}
