// Binds the endpoints of application passwords to their operations.
import type { applicationPasswordOperations } from '../../../contract/cms-v2/application-passwords.ts';
import type { Module, Operation } from '../../http/module.ts';
import { applicationPasswordChecks } from './checks.ts';
import { createApplicationPassword } from './create-application-password.ts';
import { deleteApplicationPassword } from './delete-application-password.ts';
import { deleteApplicationPasswords } from './delete-application-passwords.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import { getApplicationPassword } from './get-application-password.ts';
import { introspectApplicationPassword } from './introspect-application-password.ts';
import { listApplicationPasswords } from './list-application-passwords.ts';
import { defineApplicationPasswordPermissions } from './permissions.ts';
import { applicationPasswordPresenter } from './present.ts';
import { updateApplicationPassword } from './update-application-password.ts';

/** Returns the operations, permissions, checks and presenter of application passwords. */
export function applicationPasswordsEndpoints(deps: ApplicationPasswordDeps): Module {
  const operations: Record<(typeof applicationPasswordOperations)[number], Operation> = {
    'list-application-passwords': listApplicationPasswords(deps),
    'create-application-password': createApplicationPassword(deps),
    'delete-application-passwords': deleteApplicationPasswords(deps),
    'get-application-password': getApplicationPassword(deps),
    'update-application-password': updateApplicationPassword(deps),
    'delete-application-password': deleteApplicationPassword(deps),
    'introspect-application-password': introspectApplicationPassword(deps),
  };
  return {
    permissions: defineApplicationPasswordPermissions(deps),
    operations,
    checks: applicationPasswordChecks(deps),
    presenter: applicationPasswordPresenter,
  };
}
