// POST import-settings: takes settings over that were exported, all that it knows or nothing.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { changeSettings } from './change-settings.ts';
import { readExport } from './exported-settings.ts';
import { sentObject } from './sent.ts';
import { shownSettings } from './settings.ts';

/** The most that is told of what means nothing here. */
const most = 100;

/** Answers with what was taken over and what was not. Throws Refusal 400, also where there is nothing to take over. */
export const importSettings = (services: ExtensionServices): Operation => ({
  async run(call) {
    const { settings: read, imported, ignored } = readExport(sentObject(call, 'value'));
    if (imported.length === 0)
      throw new Refusal('mail_smtp_nothing_to_import', 400, 'This holds no settings of mail that are known here.');
    const settings = await services.database.transaction((tx) => changeSettings(services, tx, call, read));
    const told = ignored.slice(0, most).map((each) => each.slice(0, 100));
    return { kind: 'value', value: { imported, ignored: told, settings: shownSettings(settings) } };
  },
});
