// POST /cmsforms/v1/setup-wizard/install-plugins: checks that the requested extensions are enabled. Extensions can be enabled only in the
// configuration.
import { ApiError, type KnownExtension } from 'octavo/extension';
import type { FormOperations } from './operations.ts';
import { readSettings, type Services, settingsLock } from './settings.ts';
import { invalid } from './submitted-values.ts';
import { finishStep, listPlugins } from './wizard.ts';

/**
 * Responds with the requested extensions if all of them are enabled, and marks the step as completed.
 *
 * Throws ApiError 400 `rest_invalid_param` for unknown names, and 409 `cmsforms_not_served` if an extension must be enabled in the
 * configuration first; `data.line` is the configuration line with all enabled built-in extensions and the missing ones.
 */
export const installPlugins = (services: Services): FormOperations['install-plugins'] => ({
  async run({ args: { plugins }, spelling }) {
    const known = await services.knownExtensions();
    const requested = new Set(plugins);
    const names = known.map(({ name }) => name);
    const unknown = plugins.findIndex((name) => !names.includes(name));
    if (unknown >= 0)
      throw invalid({
        [`plugins[${unknown}]`]: `Unknown extension; available: ${names.map(spelling.name).join(', ')}.`,
      });
    const missing = known.filter(({ name, isServed }) => requested.has(name) && !isServed);
    if (missing.length > 0) throw notServedError(known, missing);
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      await finishStep(services, tx, await readSettings(services, tx), 'plugins');
    });
    const installed = (await listPlugins(services)).filter(({ name }) => requested.has(name));
    return { kind: 'value', value: { plugins: installed } };
  },
});

function notServedError(known: readonly KnownExtension[], missing: readonly KnownExtension[]): ApiError {
  const names = missing.map(({ name }) => name);
  const served = known.filter(({ isServed, isBuiltIn }) => isServed && isBuiltIn).map(({ name }) => name);
  const line = `extensions: [${[...served, ...names].map((name) => `'${name}'`).join(', ')}],`;
  const message = `Extensions cannot be installed while the service runs. Add '${names.join("', '")}' to extensions in octavo.config.ts, and restart the service.`;
  return new ApiError('cmsforms_not_served', 409, message, { data: { plugins: names, line } });
}
