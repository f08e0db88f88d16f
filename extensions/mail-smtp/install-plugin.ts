// POST install-plugin.
import { ApiError, type ExtensionServices, type Operation } from 'octavo/extension';
import { presentPlugin, requirePlugin } from './known-plugin.ts';

/**
 * Responds with the extension `slug` if it is served. Otherwise throws ApiError 403 `mail_smtp_not_at_run_time` with the
 * configuration line that serves it together with the built-in extensions that are served now.
 */
export const installPlugin = (services: ExtensionServices): Operation => ({
  async run(call) {
    const found = await requirePlugin(services, call);
    const message = `${found.title} is already served.`;
    if (found.isServed) return { kind: 'value', value: { ...presentPlugin(found), message } };
    const served = (await services.knownExtensions()).filter((each) => each.isServed && each.isBuiltIn);
    const names = [...served, found].map(({ name }) => `'${name}'`).join(', ');
    throw new ApiError(
      'mail_smtp_not_at_run_time',
      403,
      `Extensions cannot be installed while the service runs. Add '${found.name}' to extensions in octavo.config.ts, and restart it.`,
      { data: { slug: found.name, file: 'octavo.config.ts', line: `extensions: [${names}],` } },
    );
  },
});
