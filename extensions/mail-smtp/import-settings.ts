// POST import-settings: imports all supported settings of an export, or none.
import { ApiError, type ExtensionServices, type Operation } from 'octavo/extension';
import { readExport } from './exported-settings.ts';
import { requireObject } from './parameters.ts';
import { presentSettings } from './settings.ts';
import { updateSettings } from './update-settings.ts';

/** Maximum number of unsupported settings in the response. */
const maxIgnored = 100;

/** Responds with the names of imported and ignored settings. Throws ApiError 400, also if there is nothing to import. */
export const importSettings = (services: ExtensionServices): Operation => ({
  async run(call) {
    const { settings: read, imported, ignored } = readExport(requireObject(call, 'value'));
    if (imported.length === 0)
      throw new ApiError('mail_smtp_nothing_to_import', 400, 'The export contains no supported mail settings.');
    const settings = await services.database.transaction((tx) => updateSettings(services, tx, call, read));
    const listed = ignored.slice(0, maxIgnored).map((each) => each.slice(0, 100));
    return { kind: 'value', value: { imported, ignored: listed, settings: presentSettings(settings) } };
  },
});
