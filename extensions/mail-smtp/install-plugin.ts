// POST install-plugin.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { knownPlugin, shownPlugin } from './known-plugin.ts';

/**
 * Answers with the extension `slug` where it is served. Throws Refusal 403 `mail_smtp_not_at_run_time` where it is not, with
 * the line of the configuration that serves it beside the built-in ones that are served now.
 */
export const installPlugin = (services: ExtensionServices): Operation => ({
  async run(call) {
    const found = await knownPlugin(services, call);
    const message = `${found.title} is served already.`;
    if (found.isServed) return { kind: 'value', value: { ...shownPlugin(found), message } };
    const served = (await services.knownExtensions()).filter((each) => each.isServed && each.isBuiltIn);
    const names = [...served, found].map(({ name }) => `'${name}'`).join(', ');
    throw new Refusal(
      'mail_smtp_not_at_run_time',
      403,
      `Nothing is installed while the service runs. Add '${found.name}' to extensions in octavo.config.ts, and start it anew.`,
      { data: { slug: found.name, file: 'octavo.config.ts', line: `extensions: [${names}],` } },
    );
  },
});
