// POST, PUT and PATCH rename an application password (users-and-comments.md §4.2).

import type { Call, Operation } from '../../http/module.ts';
import { requireShortName } from '../../http/parameters/text-length.ts';
import { rejectNullAppId } from './app-id.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import { cleanApplicationName } from './issue.ts';
import { type Owner, requireApplicationPassword } from './permissions.ts';
import { updateApplicationPasswordName } from './store.ts';

/** Renames the password; ignores a missing name and one that is empty after cleaning. Throws 404 `rest_application_password_not_found`. */
export function updateApplicationPassword({ database }: ApplicationPasswordDeps): Operation {
  return {
    async run(call: Call<{ name?: string }>, owner: Owner) {
      rejectNullAppId(call);
      requireShortName('name', call.args.name);
      const name = cleanApplicationName(call.args.name ?? '');
      const row = await database.transaction(async (tx) => {
        const before = await requireApplicationPassword(tx, call, owner);
        await call.requireMatch();
        if (name === '') return before;
        await updateApplicationPasswordName(tx, before.uuid, name);
        return { ...before, name };
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
