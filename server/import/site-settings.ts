// The title and tagline of the site that a file was exported from.
import { commandLine } from '../audit/note.ts';
import { noteSettings } from '../audit/note-settings.ts';
import { readableText } from '../rendering/readable-text.ts';
import type { SettingChanges } from '../settings/declared.ts';
import { isSet } from '../settings/settings.ts';
import { storedSetting } from '../settings/stored.ts';
import type { Report } from './report.ts';
import type { ImportRun } from './run.ts';
import type { WxrSite } from './wxr/records.ts';

const labels = { title: 'title', description: 'tagline' } as const;

/**
 * Takes over title and tagline where nobody has set this site's own; where they differ from those of the file, the report says
 * so and how to change them.
 */
export async function importSiteSettings(run: ImportRun, report: Report, site: WxrSite): Promise<void> {
  const { database, service } = run;
  const changes: { -readonly [K in keyof typeof labels]?: SettingChanges[K] } = {};
  for (const name of ['title', 'description'] as const) {
    const theirs = storedSetting(name, site[name].trim()) ?? '';
    const ours = run.settings[name];
    if (theirs === '' || theirs === ours) continue;
    const [label, text] = [labels[name], readableText(theirs)];
    if (await isSet(database.read, name)) {
      const change = `octavo setting set ${name} ${JSON.stringify(text)}`;
      report.site.push(`The ${label} stays “${readableText(ours)}”; in the file it is “${text}” (${change}).`);
    } else {
      changes[name] = theirs;
      report.site.push(`The ${label} of the site is now “${text}”.`);
    }
  }
  if (Object.keys(changes).length > 0) await service.settings.set(changes, noteSettings(service.clock, commandLine));
}
