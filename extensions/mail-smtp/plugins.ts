// POST get-partner-plugins-info, install-plugin, upgrade-plugin: the extensions that this instance knows. Which of them are
// served is decided where the service is configured, never by a request.
import { type Call, type ExtensionServices, type KnownExtension, type Operation, Refusal } from 'octavo/extension';
import { sentText } from './sent.ts';

const shown = ({ name, title, isServed, isBuiltIn, ...rest }: KnownExtension) => ({
  ...{ slug: name, name: title, description: rest.description, version: rest.version, namespace: rest.namespace },
  ...{ is_installed: isServed, is_activated: isServed, is_built_in: isBuiltIn },
});

/** Answers with all of them. */
export const getPartnerPluginsInfo = ({ knownExtensions }: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: { plugins: (await knownExtensions()).map(shown) } }),
});

/** Answers with the extension `slug` where it is served. Throws Refusal 403 `mail_smtp_not_at_run_time` where it is not. */
export const installPlugin = (services: ExtensionServices): Operation => ({
  async run(call) {
    const found = await knownPlugin(services, call);
    if (found.isServed)
      return { kind: 'value', value: { ...shown(found), message: `${found.title} is served already.` } };
    const served = (await services.knownExtensions())
      .filter((each) => each.isServed && each.isBuiltIn)
      .map(({ name }) => name);
    const line = `extensions: [${[...served, found.name].map((name) => `'${name}'`).join(', ')}],`;
    throw new Refusal(
      'mail_smtp_not_at_run_time',
      403,
      `Nothing is installed while the service runs. Add '${found.name}' to extensions in octavo.config.ts, and start it anew.`,
      { data: { slug: found.name, file: 'octavo.config.ts', line } },
    );
  },
});

/**
 * Answers with the extension `slug` where it is as new as it can be, which is what comes with Octavo. Throws Refusal 403
 * `mail_smtp_not_at_run_time` for one of the site's own, or one that is not served.
 */
export const upgradePlugin = (services: ExtensionServices): Operation => ({
  async run(call) {
    const found = await knownPlugin(services, call);
    if (found.isServed && found.isBuiltIn) {
      const message = `${found.title} ${found.version} comes with Octavo, and becomes newer with it.`;
      return { kind: 'value', value: { ...shown(found), message } };
    }
    const what = found.isServed ? 'replace its files, and start it anew' : 'it is not served';
    throw new Refusal(
      'mail_smtp_not_at_run_time',
      403,
      `${found.title} is not upgraded while the service runs: ${what}.`,
      { data: { slug: found.name } },
    );
  },
});

async function knownPlugin({ knownExtensions }: ExtensionServices, call: Call): Promise<KnownExtension> {
  const slug = sentText(call, 'slug');
  const found = (await knownExtensions()).find(({ name }) => name === slug);
  if (found) return found;
  throw new Refusal('mail_smtp_unknown_plugin', 404, 'This instance knows no extension of this name.');
}
