// POST upgrade-plugin: returns a built-in extension, which is always up to date.
import { ApiError, type ExtensionServices } from 'octavo/extension';
import { presentPlugin, requirePlugin } from './known-plugin.ts';
import type { MailSmtpOperations } from './operations.ts';

/**
 * Responds with the extension `slug` if it is built in and enabled. Throws ApiError 403 `mail_smtp_not_at_run_time` for custom extensions,
 * and for extensions that are not enabled.
 */
export const upgradePlugin = (services: ExtensionServices): MailSmtpOperations['upgrade-plugin'] => ({
  async run(call) {
    const found = await requirePlugin(services, call);
    const message = `${found.title} ${found.version} is built in. It is upgraded together with Octavo.`;
    if (found.isServed && found.isBuiltIn) return { kind: 'value', value: { ...presentPlugin(found), message } };
    const what = found.isServed ? 'replace its files, and restart the service' : 'it is not enabled';
    throw new ApiError('mail_smtp_not_at_run_time', 403, `${found.title} cannot be upgraded by a request: ${what}.`, {
      data: { slug: found.name },
    });
  },
});
