// Checks the admin, which is a separate package.
import { version } from '../../version.ts';
import { type AdminLocation, adminPackage, findAdmin } from '../find-admin.ts';
import { type CheckResult, ok, warning } from './check-result.ts';

/** Checks that the admin has the same version as the service. Throws ConfigError if the configured folder contains no admin. */
export function checkAdmin(config: AdminLocation): CheckResult {
  const found = findAdmin(config);
  if (!found) return ok('admin', 'The admin is not installed; only programs can write.');
  const { folder, version: installed } = found;
  if (installed === undefined || installed === version()) return ok('admin', `The admin is in ${folder}.`);
  const action = `Run npm install ${adminPackage}@${version()}, and restart the service.`;
  return warning('admin', `The admin has version ${installed}, the service has ${version()}.`, action);
}
