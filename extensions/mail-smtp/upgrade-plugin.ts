// POST upgrade-plugin.
import { ApiError, type ExtensionServices, type Operation } from 'octavo/extension';
import { presentPlugin, requirePlugin } from './known-plugin.ts';

/**
 * Responds with the extension `slug` if it is built in and served, because built-in extensions are always up to date. Throws
 * ApiError 403 `mail_smtp_not_at_run_time` for custom extensions and for those that are not served.
 */
export const upgradePlugin = (services: ExtensionServices): Operation => ({
  async run(call) {
    const found = await requirePlugin(services, call);
    const message = `${found.title} ${found.version} is built in and is upgraded together with Octavo.`;
    if (found.isServed && found.isBuiltIn) return { kind: 'value', value: { ...presentPlugin(found), message } };
    const what = found.isServed ? 'replace its files, and restart the service' : 'it is not served';
    throw new ApiError(
      'mail_smtp_not_at_run_time',
      403,
      `${found.title} cannot be upgraded while the service runs: ${what}.`,
      { data: { slug: found.name } },
    );
  },
});
