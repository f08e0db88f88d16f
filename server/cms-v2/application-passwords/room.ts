// The room of application passwords.
import type { applicationPasswordOperations } from '../../../contract/cms-v2/application-passwords.ts';
import type { Operation, Room } from '../../http/room.ts';
import { createApplicationPassword } from './create-application-password.ts';
import { deleteApplicationPassword } from './delete-application-password.ts';
import { deleteApplicationPasswords } from './delete-application-passwords.ts';
import { getApplicationPassword } from './get-application-password.ts';
import type { ApplicationPasswordGifts } from './gifts.ts';
import { introspectApplicationPassword } from './introspect-application-password.ts';
import { listApplicationPasswords } from './list-application-passwords.ts';
import { applicationPasswordRules } from './permissions.ts';
import { applicationPasswordPresenter } from './present.ts';
import { updateApplicationPassword } from './update-application-password.ts';

/** Joins the room's rules, operations and presenter. */
export function applicationPasswordsRoom(gifts: ApplicationPasswordGifts): Room {
  const operations: Record<(typeof applicationPasswordOperations)[number], Operation> = {
    'list-application-passwords': listApplicationPasswords(gifts),
    'create-application-password': createApplicationPassword(gifts),
    'delete-application-passwords': deleteApplicationPasswords(gifts),
    'get-application-password': getApplicationPassword(gifts),
    'update-application-password': updateApplicationPassword(gifts),
    'delete-application-password': deleteApplicationPassword(gifts),
    'introspect-application-password': introspectApplicationPassword(gifts),
  };
  return { permissions: applicationPasswordRules(gifts), operations, presenter: applicationPasswordPresenter };
}
