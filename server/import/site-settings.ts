// Imports the title and tagline of the exported site.
import { commandLine, recordSettingsEvent } from '../audit/record-event.ts';
import { htmlToPlainText } from '../rendering/html-to-plain-text.ts';
import { normalizeSetting, type SettingChanges } from '../settings/declared.ts';
import { isSet } from '../settings/settings.ts';
import type { Report } from './report.ts';
import type { ImportRun } from './run.ts';
import type { WxrSite } from './wxr/records.ts';

const labels = { title: 'title', description: 'tagline' } as const;

/**
 * Imports the title and the tagline, each only if it is not set on this site. For a value that is set and differs, the report
 * contains the command that replaces it.
 */
export async function importSiteSettings(run: ImportRun, report: Report, site: WxrSite): Promise<void> {
  const { database, service } = run;
  const changes: { -readonly [K in keyof typeof labels]?: SettingChanges[K] } = {};
  for (const name of ['title', 'description'] as const) {
    const importedValue = normalizeSetting(name, site[name].trim()) ?? '';
    const currentValue = run.settings[name];
    if (importedValue === '' || importedValue === currentValue) continue;
    const [label, text] = [labels[name], htmlToPlainText(importedValue)];
    if (await isSet(database.read, name)) {
      const change = `octavo setting set ${name} ${JSON.stringify(text)}`;
      report.site.push(
        `The ${label} stays “${htmlToPlainText(currentValue)}”; the file has “${text}” (to use it: ${change}).`,
      );
    } else {
      changes[name] = importedValue;
      report.site.push(`The ${label} of the site is now “${text}”.`);
    }
  }
  if (Object.keys(changes).length > 0)
    await service.settings.set(changes, recordSettingsEvent(service.clock, commandLine));
}
