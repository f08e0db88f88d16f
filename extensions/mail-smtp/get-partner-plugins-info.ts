// POST get-partner-plugins-info: lists the available extensions.
import type { ExtensionServices } from 'octavo/extension';
import { presentPlugin } from './known-plugin.ts';
import type { MailSmtpOperations } from './operations.ts';

/** Responds with all available extensions. `is_activated` states whether an extension is enabled. */
export const getPartnerPluginsInfo = ({
  knownExtensions,
}: ExtensionServices): MailSmtpOperations['get-partner-plugins-info'] => ({
  run: async () => ({ kind: 'value', value: { plugins: (await knownExtensions()).map(presentPlugin) } }),
});
