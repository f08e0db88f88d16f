// POST get-partner-plugins-info: lists the available extensions.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { presentPlugin } from './known-plugin.ts';

/** Responds with all available extensions. `is_activated` states whether an extension is enabled. */
export const getPartnerPluginsInfo = ({ knownExtensions }: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: { plugins: (await knownExtensions()).map(presentPlugin) } }),
});
