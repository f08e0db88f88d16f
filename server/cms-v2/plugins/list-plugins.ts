// GET /cms/v2/plugins: lists the extensions.
import type { InstalledExtension } from './installed-extension.ts';
import type { PluginOperations } from './operations.ts';

/** Responds with the matching extensions, without pagination. Only enabled extensions are known, and all of them are active. */
export const listPlugins = (extensions: readonly InstalledExtension[]): PluginOperations['list-plugins'] => ({
  async run({ args: { search = '', status = [] } }) {
    const searchText = search.trim().toLowerCase();
    const rows = extensions.filter(
      ({ title, description }) =>
        (status.length === 0 || status.includes('active')) &&
        `${title}\n${description}`.toLowerCase().includes(searchText),
    );
    return { kind: 'list', rows };
  },
});
