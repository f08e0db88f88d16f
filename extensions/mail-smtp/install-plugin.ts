// POST install-plugin: returns an extension if it is enabled. Extensions can only be enabled in the configuration.
import { ApiError, type ExtensionServices } from 'octavo/extension';
import { presentPlugin, requirePlugin } from './known-plugin.ts';
import type { MailSmtpOperations } from './operations.ts';

/**
 * Responds with the extension `slug` if it is enabled. Otherwise throws ApiError 403 `mail_smtp_not_at_run_time`; `data.line` is the
 * configuration line that enables the extension and the built-in extensions that are already enabled.
 */
export const installPlugin = (services: ExtensionServices): MailSmtpOperations['install-plugin'] => ({
  async run(call) {
    const found = await requirePlugin(services, call);
    const message = `${found.title} is already enabled.`;
    if (found.isServed) return { kind: 'value', value: { ...presentPlugin(found), message } };
    const served = (await services.knownExtensions()).filter((each) => each.isServed && each.isBuiltIn);
    const names = [...served, found].map(({ name }) => `'${name}'`).join(', ');
    throw new ApiError(
      'mail_smtp_not_at_run_time',
      403,
      `Extensions cannot be installed while the service runs. Add '${found.name}' to extensions in octavo.config.ts, and restart the service.`,
      { data: { slug: found.name, file: 'octavo.config.ts', line: `extensions: [${names}],` } },
    );
  },
});
