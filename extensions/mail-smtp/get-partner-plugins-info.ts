// POST get-partner-plugins-info.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { presentPlugin } from './known-plugin.ts';

/** Responds with all available extensions, and whether each is served. */
export const getPartnerPluginsInfo = ({ knownExtensions }: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: { plugins: (await knownExtensions()).map(presentPlugin) } }),
});
