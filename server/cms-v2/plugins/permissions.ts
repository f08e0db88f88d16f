// Defines the permissions of the extension routes (protocol.md §20).
import type { PluginEndpoints } from '../../../contract/cms-v2/plugins.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { Permissions } from '../../http/implement.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import { forbiddenErrors, type InstalledExtension } from './installed-extension.ts';
import type { PluginTargets } from './operations.ts';

const errorUnless = (isAllowed: boolean, error: PermissionError): PermissionError | undefined =>
  isAllowed ? undefined : error;
const canActivate = (actor: Actor): boolean => actor.can('activate_plugins');

/** Returns the extension that a permission has loaded. Throws ApiError 404 `rest_plugin_not_found` if it is unknown. */
export function requireExtension(extension: InstalledExtension | undefined): InstalledExtension {
  if (!extension) throw new ApiError('rest_plugin_not_found', 404, 'No extension with this name.');
  return extension;
}

/** Returns the permissions of extensions, keyed by their names in the contract. */
export function definePluginPermissions(
  extensions: readonly InstalledExtension[],
): Permissions<PluginEndpoints, PluginTargets> {
  const load = async ({ path }: Call): Promise<InstalledExtension | undefined> =>
    extensions.find(({ name }) => name === path.plugin);
  /**
   * Returns the error unless the caller has the permission. Checks after that whether the extension exists, so that the names of
   * extensions are not disclosed.
   */
  const validateKnown = (isAllowed: boolean, error: PermissionError, extension: InstalledExtension | undefined) => {
    if (!isAllowed) return error;
    requireExtension(extension);
    return undefined;
  };
  return {
    'list-plugins': { permit: ({ actor }) => errorUnless(canActivate(actor), forbiddenErrors.list) },
    'read-plugin': {
      load,
      permit: ({ actor }, extension) => validateKnown(canActivate(actor), forbiddenErrors.read, extension),
    },
    'install-plugin': { permit: () => forbiddenErrors.install },
    'update-plugin': {
      load,
      permit: ({ actor, args }, extension) =>
        validateKnown(canActivate(actor), forbiddenErrors.manage, extension) ??
        errorUnless(args.status !== 'inactive', forbiddenErrors.deactivate),
    },
    'delete-plugin': {
      load,
      permit: ({ actor }, extension) =>
        validateKnown(canActivate(actor) && actor.can('delete_plugins'), forbiddenErrors.manage, extension),
    },
  };
}
