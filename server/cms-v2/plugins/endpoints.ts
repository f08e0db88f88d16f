// Binds the endpoints of extensions to their operations. The API calls extensions plugins.
import { pluginsModule } from '../../../contract/cms-v2/plugins.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { createPlugin } from './create-plugin.ts';
import { deletePlugin } from './delete-plugin.ts';
import { getPlugin } from './get-plugin.ts';
import type { InstalledExtension } from './installed-extension.ts';
import { listPlugins } from './list-plugins.ts';
import { definePluginPermissions } from './permissions.ts';
import { pluginPresenter } from './present.ts';
import { updatePlugin } from './update-plugin.ts';

/** Returns the module of extensions. */
export function pluginsEndpoints(extensions: readonly InstalledExtension[]): Module {
  return implement(pluginsModule, {
    permissions: definePluginPermissions(extensions),
    operations: {
      'list-plugins': listPlugins(extensions),
      'get-plugin': getPlugin(),
      'create-plugin': createPlugin(),
      'update-plugin': updatePlugin(),
      'delete-plugin': deletePlugin(),
    },
    presenter: pluginPresenter,
  });
}
