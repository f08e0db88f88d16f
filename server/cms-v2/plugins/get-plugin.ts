// GET /cms/v2/plugins/<plugin>: returns an extension.
import type { PluginOperations } from './operations.ts';
import { requireExtension } from './permissions.ts';

/** Responds with the extension that was loaded for the permission check. */
export const getPlugin = (): PluginOperations['get-plugin'] => ({
  run: async (_call, extension) => ({ kind: 'record', row: requireExtension(extension) }),
});
