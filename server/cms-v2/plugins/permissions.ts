// Who may do what with extensions (protocol.md §20).
import type { PluginUpdateArgs, pluginPermissions } from '../../../contract/cms-v2/plugins.ts';
import type { Actor } from '../../access/actor.ts';
import type { Call, Denial, Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { denials, type InstalledExtension } from './parts.ts';

const unless = (may: boolean, denial: Denial): Denial | undefined => (may ? undefined : denial);
const mayActivate = (actor: Actor): boolean => actor.can('activate_plugins');

/** The rules by the names that declarations use. */
export function pluginRules(
  extensions: readonly InstalledExtension[],
): Record<(typeof pluginPermissions)[number], Permission> {
  const load = async ({ path }: Call): Promise<InstalledExtension | undefined> =>
    extensions.find(({ name }) => name === path.plugin);
  /** Those who may not manage them are not told which there are. */
  const orUnknown = (extension: InstalledExtension | undefined): undefined => {
    if (!extension) throw new Refusal('rest_plugin_not_found', 404, 'There is no extension of this name.');
    return undefined;
  };
  return {
    'list-plugins': { permit: ({ actor }) => unless(mayActivate(actor), denials.list) },
    'read-plugin': {
      load,
      permit: ({ actor }, extension: InstalledExtension | undefined) =>
        unless(mayActivate(actor), denials.read) ?? orUnknown(extension),
    },
    'install-plugin': { permit: () => denials.install },
    'update-plugin': {
      load,
      permit: ({ actor, args }: Call<PluginUpdateArgs>, extension: InstalledExtension | undefined) =>
        unless(mayActivate(actor), denials.manage) ??
        orUnknown(extension) ??
        unless(args.status !== 'inactive', denials.deactivate),
    },
    'delete-plugin': {
      load,
      permit: ({ actor }, extension: InstalledExtension | undefined) =>
        unless(mayActivate(actor) && actor.can('delete_plugins'), denials.manage) ?? orUnknown(extension),
    },
  };
}
