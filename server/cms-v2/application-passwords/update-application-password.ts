// POST, PUT, PATCH on an application password: its name changes, nothing else (users-and-comments.md §4.2).
import { requireShortName } from '../../http/parameters/text-length.ts';
import type { Call, Operation } from '../../http/room.ts';
import { refuseNullApplicationId } from './application-id.ts';
import { applicationName } from './issue.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import { type Owner, requireApplicationPassword } from './permissions.ts';
import { renameApplicationPassword } from './store.ts';

/** Renames it; a name of which nothing is left, or none, changes nothing. Throws Refusal 404 `rest_application_password_not_found`. */
export function updateApplicationPassword({ database }: ApplicationPasswordParts): Operation {
  return {
    async run(call: Call<{ name?: string }>, owner: Owner) {
      refuseNullApplicationId(call);
      requireShortName('name', call.args.name);
      const name = applicationName(call.args.name ?? '');
      const row = await database.transaction(async (tx) => {
        const before = await requireApplicationPassword(tx, call, owner);
        await call.requireMatch();
        if (name === '') return before;
        await renameApplicationPassword(tx, before.uuid, name);
        return { ...before, name };
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
