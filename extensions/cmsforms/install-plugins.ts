// POST install-plugins: extensions that are wanted beside this one. What is served is said by the configuration alone.
import { type Call, type ExtensionServices, type KnownExtension, type Operation, Refusal } from 'octavo/extension';
import { invalid } from './answers.ts';
import { readSettings, settingsLock } from './settings.ts';
import { finishStep, knownPlugins } from './wizard.ts';

/**
 * Answers with what is known of the extensions that are wanted, where all of them are served, and notes that the step is done.
 *
 * Throws Refusal 400 `rest_invalid_param` for names that this instance does not know, and 409 `cmsforms_not_served` where an
 * extension must be named in the configuration first; `data.line` is the line that does it.
 */
export const installPlugins = (services: ExtensionServices): Operation => ({
  async run({ args: { plugins }, spelling }: Call<{ plugins: readonly string[] }>) {
    const known = await services.knownExtensions();
    const wanted = new Set(plugins);
    const names = known.map(({ name }) => name);
    const unknown = plugins.findIndex((name) => !names.includes(name));
    if (unknown >= 0)
      throw invalid({
        [`plugins[${unknown}]`]: `This instance knows no such extension; it knows ${names.map(spelling.name).join(', ')}.`,
      });
    const missing = known.filter(({ name, isServed }) => wanted.has(name) && !isServed);
    if (missing.length > 0) throw notServed(known, missing);
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      await finishStep(services, tx, await readSettings(services, tx), 'plugins');
    });
    const installed = (await knownPlugins(services)).filter(({ name }) => wanted.has(name));
    return { kind: 'value', value: { plugins: installed } };
  },
});

function notServed(known: readonly KnownExtension[], missing: readonly KnownExtension[]): Refusal {
  const names = missing.map(({ name }) => name);
  const served = known.filter(({ isServed, isBuiltIn }) => isServed && isBuiltIn).map(({ name }) => name);
  const line = `extensions: [${[...served, ...names].map((name) => `'${name}'`).join(', ')}],`;
  const message = `Extensions are not installed while the service runs. In octavo.config.ts this line serves ${names.join(', ')} from the next start on, with extensions of your own beside them: ${line}`;
  return new Refusal('cmsforms_not_served', 409, message, { data: { plugins: names, line } });
}
