// Binds the endpoints of application passwords to their operations.
import { applicationPasswordsModule } from '../../../contract/cms-v2/application-passwords.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
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

/** Returns the module of application passwords. */
export function applicationPasswordsEndpoints(deps: ApplicationPasswordDeps): Module {
  return implement(applicationPasswordsModule, {
    permissions: defineApplicationPasswordPermissions(deps),
    operations: {
      'list-application-passwords': listApplicationPasswords(deps),
      'create-application-password': createApplicationPassword(deps),
      'delete-application-passwords': deleteApplicationPasswords(deps),
      'get-application-password': getApplicationPassword(deps),
      'update-application-password': updateApplicationPassword(deps),
      'delete-application-password': deleteApplicationPassword(deps),
      'introspect-application-password': introspectApplicationPassword(deps),
    },
    checks: applicationPasswordChecks(deps),
    presenter: applicationPasswordPresenter,
  });
}
