// Defines the permissions of the extension routes (protocol.md §20).
import type { PluginUpdateArgs, pluginPermissions } from '../../../contract/cms-v2/plugins.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { Call, Permission, PermissionError } from '../../http/module.ts';
import { forbiddenErrors, type InstalledExtension } from './installed-extension.ts';

const errorUnless = (isAllowed: boolean, error: PermissionError): PermissionError | undefined =>
  isAllowed ? undefined : error;
const canActivate = (actor: Actor): boolean => actor.can('activate_plugins');

/** Returns the permissions of extensions, keyed by their names in the contract. */
export function definePluginPermissions(
  extensions: readonly InstalledExtension[],
): Record<(typeof pluginPermissions)[number], Permission> {
  const load = async ({ path }: Call): Promise<InstalledExtension | undefined> =>
    extensions.find(({ name }) => name === path.plugin);
  /**
   * Throws ApiError 404 `rest_plugin_not_found` for an unknown extension. This is checked after the permission, so that the names
   * of extensions are not disclosed.
   */
  const requireKnown = (extension: InstalledExtension | undefined): undefined => {
    if (!extension) throw new ApiError('rest_plugin_not_found', 404, 'No extension with this name.');
    return undefined;
  };
  return {
    'list-plugins': { permit: ({ actor }) => errorUnless(canActivate(actor), forbiddenErrors.list) },
    'read-plugin': {
      load,
      permit: ({ actor }, extension: InstalledExtension | undefined) =>
        errorUnless(canActivate(actor), forbiddenErrors.read) ?? requireKnown(extension),
    },
    'install-plugin': { permit: () => forbiddenErrors.install },
    'update-plugin': {
      load,
      permit: ({ actor, args }: Call<PluginUpdateArgs>, extension: InstalledExtension | undefined) =>
        errorUnless(canActivate(actor), forbiddenErrors.manage) ??
        requireKnown(extension) ??
        errorUnless(args.status !== 'inactive', forbiddenErrors.deactivate),
    },
    'delete-plugin': {
      load,
      permit: ({ actor }, extension: InstalledExtension | undefined) =>
        errorUnless(canActivate(actor) && actor.can('delete_plugins'), forbiddenErrors.manage) ??
        requireKnown(extension),
    },
  };
}
