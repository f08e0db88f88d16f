// POST, PUT, PATCH on a menu: what is sent changes, the rest stays (contract/README.md, decision 9).
import { menus } from '../../../contract/cms-v2/menus.ts';
import { recordEvent } from '../../events/record.ts';
import type { Call, Operation } from '../../http/room.ts';
import { sentSlug, toSlug } from '../../rendering/slug.ts';
import { type TermRow, writeTerm } from '../terms/store.ts';
import { sentDescription, sentParent, storedName } from '../terms/term-args.ts';
import { freeTermSlug } from '../terms/term-slugs.ts';
import { type MenuArgs, requireFreeName, writeOptions } from './menu-args.ts';
import type { MenuParts } from './parts.ts';
import { claimMenu } from './permissions.ts';

/** Changes a menu; answers with it. */
export function updateMenu(parts: MenuParts): Operation {
  return {
    async run(call: Call<MenuArgs>, subject: TermRow) {
      const { args } = call;
      const described = await sentDescription(parts, call);
      const row = await parts.database.transaction(async (tx) => {
        const before = await claimMenu(tx, subject.id);
        await call.requireMatch();
        const named = args.name === undefined ? undefined : storedName(args.name);
        if (named) await requireFreeName(tx, named, before.id);
        await sentParent(tx, call, menus);
        // A menu that is renamed is called after its name, unless something else is wished for.
        const wished = sentSlug(args.slug) ?? (named && named.name !== before.name ? toSlug(named.name) : '');
        const wish = { id: before.id, slug: wished, parent: 0 };
        const slug = wished === '' || wished === before.slug ? before.slug : await freeTermSlug(tx, menus, wish);
        const after: TermRow = { ...before, ...named, ...described, slug, path: slug };
        await writeTerm(tx, after);
        await writeOptions(tx, before.id, args);
        await recordEvent(tx, { kind: 'term.updated', type: menus.name, subject: before.id });
        return after;
      });
      return { kind: 'record', row, context: 'view' };
    },
  };
}
