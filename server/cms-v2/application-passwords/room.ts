// The room of application passwords.
import type { applicationPasswordOperations } from '../../../contract/cms-v2/application-passwords.ts';
import type { Operation, Room } from '../../http/room.ts';
import { applicationPasswordChecks } from './checks.ts';
import { createApplicationPassword } from './create-application-password.ts';
import { deleteApplicationPassword } from './delete-application-password.ts';
import { deleteApplicationPasswords } from './delete-application-passwords.ts';
import { getApplicationPassword } from './get-application-password.ts';
import { introspectApplicationPassword } from './introspect-application-password.ts';
import { listApplicationPasswords } from './list-application-passwords.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import { applicationPasswordRules } from './permissions.ts';
import { applicationPasswordPresenter } from './present.ts';
import { updateApplicationPassword } from './update-application-password.ts';

/** Joins the room's rules, operations and presenter. */
export function applicationPasswordsRoom(parts: ApplicationPasswordParts): Room {
  const operations: Record<(typeof applicationPasswordOperations)[number], Operation> = {
    'list-application-passwords': listApplicationPasswords(parts),
    'create-application-password': createApplicationPassword(parts),
    'delete-application-passwords': deleteApplicationPasswords(parts),
    'get-application-password': getApplicationPassword(parts),
    'update-application-password': updateApplicationPassword(parts),
    'delete-application-password': deleteApplicationPassword(parts),
    'introspect-application-password': introspectApplicationPassword(parts),
  };
  return {
    permissions: applicationPasswordRules(parts),
    operations,
    checks: applicationPasswordChecks(parts),
    presenter: applicationPasswordPresenter,
  };
}
