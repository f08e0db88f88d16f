// POST get-partner-plugins-info.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { shownPlugin } from './known-plugin.ts';

/** Answers with all extensions that this instance knows, and whether each is served. */
export const getPartnerPluginsInfo = ({ knownExtensions }: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: { plugins: (await knownExtensions()).map(shownPlugin) } }),
});
