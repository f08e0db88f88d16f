// GET on an application password.
import type { Operation } from '../../http/room.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import { type Owner, requireApplicationPassword } from './permissions.ts';

/** Answers with the application password. Throws Refusal 404 `rest_application_password_not_found`. */
export function getApplicationPassword({ database }: ApplicationPasswordParts): Operation {
  return {
    async run(call, owner: Owner) {
      return { kind: 'record', row: await requireApplicationPassword(database.read, call, owner) };
    },
  };
}
