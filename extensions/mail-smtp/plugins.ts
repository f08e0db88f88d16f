// Presents the available extensions as plugins. Only the configuration determines which of them are enabled.
import { ApiError, type Call, type ExtensionServices, type KnownExtension } from 'octavo/extension';
import type { MailSmtpOperations } from './contract.ts';
import { requireString } from './parameters.ts';

/** Formats an extension as a plugin object of an API response. */
const presentPlugin = ({ name, title, isServed, isBuiltIn, ...rest }: KnownExtension) => ({
  ...{ slug: name, name: title, description: rest.description, version: rest.version, namespace: rest.namespace },
  ...{ is_installed: isServed, is_activated: isServed, is_built_in: isBuiltIn },
});

/** Returns the extension with the name in the parameter `slug`. Throws ApiError 404 `mail_smtp_unknown_plugin`. */
async function requirePlugin(
  { site }: ExtensionServices,
  call: Pick<Call, 'spelling' | 'submitted'>,
): Promise<KnownExtension> {
  const slug = call.spelling.name(requireString(call, 'slug'));
  const found = (await site.knownExtensions()).find(({ name }) => name === slug);
  if (found) return found;
  throw new ApiError('mail_smtp_unknown_plugin', 404, 'No extension with this name.');
}

/**
 * Responds with the extension `slug` if it is enabled. Otherwise throws ApiError 403 `mail_smtp_not_at_run_time`; `data.line` is the
 * configuration line that enables the extension and the built-in extensions that are already enabled.
 */
export const installPlugin = (services: ExtensionServices): MailSmtpOperations['install-plugin'] => ({
  async run(call) {
    const found = await requirePlugin(services, call);
    const message = `${found.title} is already enabled.`;
    if (found.isServed) return { kind: 'value', value: { ...presentPlugin(found), message } };
    const served = (await services.site.knownExtensions()).filter((each) => each.isServed && each.isBuiltIn);
    const names = [...served, found].map(({ name }) => `'${name}'`).join(', ');
    throw new ApiError(
      'mail_smtp_not_at_run_time',
      403,
      `Extensions cannot be installed while the service runs. Add '${found.name}' to extensions in octavo.config.ts, and restart the service.`,
      { data: { slug: found.name, file: 'octavo.config.ts', line: `extensions: [${names}],` } },
    );
  },
});

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

/** Responds with all available extensions. `is_activated` states whether an extension is enabled. */
export const getPartnerPluginsInfo = ({ site }: ExtensionServices): MailSmtpOperations['get-partner-plugins-info'] => ({
  run: async () => ({ kind: 'value', value: { plugins: (await site.knownExtensions()).map(presentPlugin) } }),
});
