// The room of extensions, under the name that clients know.
import type { pluginOperations } from '../../../contract/cms-v2/plugins.ts';
import type { Operation, Room } from '../../http/room.ts';
import { createPlugin } from './create-plugin.ts';
import { deletePlugin } from './delete-plugin.ts';
import { getPlugin } from './get-plugin.ts';
import { listPlugins } from './list-plugins.ts';
import type { InstalledExtension } from './parts.ts';
import { pluginRules } from './permissions.ts';
import { pluginPresenter } from './present.ts';
import { updatePlugin } from './update-plugin.ts';

/** Joins the room's rules, operations and presenter. */
export function pluginsRoom(extensions: readonly InstalledExtension[]): Room {
  const operations: Record<(typeof pluginOperations)[number], Operation> = {
    'list-plugins': listPlugins(extensions),
    'get-plugin': getPlugin(),
    'create-plugin': createPlugin(),
    'update-plugin': updatePlugin(),
    'delete-plugin': deletePlugin(),
  };
  return { permissions: pluginRules(extensions), operations, presenter: pluginPresenter };
}
