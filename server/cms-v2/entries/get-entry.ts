// Returns single entries: GET on the item route of a content type.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { EntryEndpoints } from '../../../contract/shared/entries.ts';
import { includesRaw } from '../../../contract/shared/entry-fields.ts';
import type { ArgsOf, Call } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { passwordsIn } from './check-password.ts';
import { type EntryDeps, typeOf } from './deps.ts';
import { findHiddenPathsFor } from './hidden-paths.ts';
import { requireEntryHead } from './lock-entry.ts';
import type { EntryOperations } from './operations.ts';
import { validateRead } from './permissions.ts';
import type { EntryHead } from './rows.ts';
import { findEntriesById, findEntriesWithText } from './store.ts';
import { entryUrl } from './urls.ts';

/**
 * Responds with an entry and, if its type has pages, the URL of its page. The texts are loaded only if the record is not cached. The
 * permission is checked again after loading, because the entry may have changed since the first check. A valid preview replaces this
 * check.
 */
export function getEntry(deps: EntryDeps): EntryOperations['get-entry'] {
  const { contract, database, site } = deps;
  const urlOf = async (
    { actor, args: { context } }: Call<ArgsOf<EntryEndpoints['get-entry']>>,
    type: ContentType,
    head: EntryHead,
  ) => {
    const hidden = await findHiddenPathsFor(database.read, { actor, context }, type, [head]);
    return entryUrl(head, type, site, hidden);
  };
  return {
    async run(call, head) {
      const { read } = database;
      const type = typeOf(contract, call);
      const withText = includesRaw(type, call.args.context) || call.submitted('excerpt_length') !== undefined;
      const find = withText ? findEntriesWithText : findEntriesById;
      const load = async (ids: readonly number[]) => {
        const rows = await find(read, type.name, ids);
        // Throws the 404 error if the entry has been deleted since the permission check.
        if (rows.length === 0) await requireEntryHead(read, type, head.id);
        const error = head.preview ? undefined : rows.map((row) => validateRead(call, type, row)).find(Boolean);
        if (error) throw permissionApiError(error, call.actor);
        return rows;
      };
      const alternate = type.hasPages ? { alternate: await urlOf(call, type, head) } : {};
      const uncached = head.preview !== undefined || passwordsIn(call).length > 0;
      return { kind: 'record', ids: [head.id], load, ...alternate, uncached };
    },
  };
}
