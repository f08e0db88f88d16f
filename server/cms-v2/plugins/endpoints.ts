// Binds the endpoints of extensions to their operations. The API calls extensions plugins.
import type { pluginOperations } from '../../../contract/cms-v2/plugins.ts';
import type { Module, Operation } from '../../http/module.ts';
import { createPlugin } from './create-plugin.ts';
import { deletePlugin } from './delete-plugin.ts';
import { getPlugin } from './get-plugin.ts';
import type { InstalledExtension } from './installed-extension.ts';
import { listPlugins } from './list-plugins.ts';
import { definePluginPermissions } from './permissions.ts';
import { pluginPresenter } from './present.ts';
import { updatePlugin } from './update-plugin.ts';

/** Binds the endpoints to their operations, permissions and presenter. */
export function pluginsEndpoints(extensions: readonly InstalledExtension[]): Module {
  const operations: Record<(typeof pluginOperations)[number], Operation> = {
    'list-plugins': listPlugins(extensions),
    'get-plugin': getPlugin(),
    'create-plugin': createPlugin(),
    'update-plugin': updatePlugin(),
    'delete-plugin': deletePlugin(),
  };
  return { permissions: definePluginPermissions(extensions), operations, presenter: pluginPresenter };
}
