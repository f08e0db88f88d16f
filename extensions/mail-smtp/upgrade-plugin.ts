// POST upgrade-plugin.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { knownPlugin, shownPlugin } from './known-plugin.ts';

/**
 * Answers with the extension `slug` where it is as new as it can be, which is what comes with Octavo. Throws Refusal 403
 * `mail_smtp_not_at_run_time` for one of the site's own, or one that is not served.
 */
export const upgradePlugin = (services: ExtensionServices): Operation => ({
  async run(call) {
    const found = await knownPlugin(services, call);
    const message = `${found.title} ${found.version} comes with Octavo, and becomes newer with it.`;
    if (found.isServed && found.isBuiltIn) return { kind: 'value', value: { ...shownPlugin(found), message } };
    const what = found.isServed ? 'replace its files, and start the service anew' : 'it is not served';
    throw new Refusal(
      'mail_smtp_not_at_run_time',
      403,
      `${found.title} is not upgraded while the service runs: ${what}.`,
      { data: { slug: found.name } },
    );
  },
});
