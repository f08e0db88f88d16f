// POST import-settings: imports all supported settings of an export. If one of them is invalid, none is imported.
import { ApiError } from 'octavo/extension';
import { convertExport } from './exported-settings.ts';
import type { MailSmtpOperations } from './operations.ts';
import { requireObject } from './parameters.ts';
import { presentSettings, type Services } from './settings.ts';
import { updateSettings } from './update-settings.ts';

/** Maximum number of unsupported settings that the response lists. */
const maxIgnored = 100;

/**
 * Stores the settings of an export, and responds with the names of the imported and the ignored settings.
 *
 * Throws ApiError 400 `mail_smtp_nothing_to_import` if the export contains no supported settings, and the errors of `updateSettings`.
 */
export const importSettings = (services: Services): MailSmtpOperations['import-settings'] => ({
  async run(call) {
    const { settings: read, imported, ignored } = convertExport(requireObject(call, 'value'));
    if (imported.length === 0)
      throw new ApiError('mail_smtp_nothing_to_import', 400, 'The export contains no supported mail settings.');
    const settings = await services.database.transaction((tx) => updateSettings(services, tx, call, read));
    const listed = ignored.slice(0, maxIgnored).map((each) => each.slice(0, 100));
    return { kind: 'value', value: { imported, ignored: listed, settings: presentSettings(settings) } };
  },
});
