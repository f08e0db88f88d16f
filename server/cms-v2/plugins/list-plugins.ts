// GET on the extensions.
import type { PluginListArgs } from '../../../contract/cms-v2/plugins.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { InstalledExtension } from './parts.ts';

/** Answers with the extensions that are at work; those that are not are unknown to the service. */
export const listPlugins = (extensions: readonly InstalledExtension[]): Operation => ({
  async run({ args: { search = '', status = [] } }: Call<PluginListArgs>) {
    const words = search.trim().toLowerCase();
    const rows = extensions.filter(
      ({ title, description }) =>
        (status.length === 0 || status.includes('active')) && `${title}\n${description}`.toLowerCase().includes(words),
    );
    return { kind: 'list', rows };
  },
});
