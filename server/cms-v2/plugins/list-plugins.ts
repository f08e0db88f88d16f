// GET /cms/v2/plugins: lists the extensions.
import type { PluginListArgs } from '../../../contract/cms-v2/plugins.ts';
import type { Call, Operation } from '../../http/module.ts';
import type { InstalledExtension } from './installed-extension.ts';

/** Responds with the matching extensions, without pagination. Only enabled extensions are known, and all of them are active. */
export const listPlugins = (extensions: readonly InstalledExtension[]): Operation => ({
  async run({ args: { search = '', status = [] } }: Call<PluginListArgs>) {
    const searchText = search.trim().toLowerCase();
    const rows = extensions.filter(
      ({ title, description }) =>
        (status.length === 0 || status.includes('active')) &&
        `${title}\n${description}`.toLowerCase().includes(searchText),
    );
    return { kind: 'list', rows };
  },
});
