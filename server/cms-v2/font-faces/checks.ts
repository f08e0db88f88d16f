// The settings of faces (media-fonts-and-oembed.md, B2).
import { type FontFaceSettings, faceSettings } from '../../../contract/cms-v2/font-faces.ts';
import type { Verdict } from '../../http/parameters/faults.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import type { CheckMaker } from '../../http/room.ts';
import { plainText } from '../../rendering/sanitise/names.ts';
import {
  cleanFontFamily,
  cleanPreview,
  emptyAmong,
  parseSettings,
  settingsFault,
  testSettings,
} from '../font-families/settings.ts';
import { isReachable } from '../media/fetched-file.ts';
import type { MediaParts } from '../media/parts.ts';

/** The most sources of a face. */
const mostSources = 20;

/** Where addresses may lead. */
type Reach = Pick<MediaParts, 'site' | 'fetchLimits'>;

/** The checks that declarations of faces name; the values they give are the settings, cleaned. */
export const fontFaceChecks = (reach: Reach): Record<string, CheckMaker> => ({
  'font-face':
    ({ upload }) =>
    async (value, name, parameter) => {
      const parsed = parseSettings(value, name, parameter);
      if ('fault' in parsed) return parsed;
      const tested = testSettings(parsed.value, name, faceSettings);
      if ('fault' in tested) return tested;
      const settings = cleaned(tested.value as FontFaceSettings);
      const empty = emptyAmong(settings, ['fontFamily']);
      if (empty !== undefined) return settingsFault(`${name} must say something as ${empty}.`);
      return withSources(settings, name, new Set(upload?.files.map(({ field }) => field)), reach);
    },
});

const cleaners: Readonly<Record<string, (sent: string) => string>> = {
  fontFamily: cleanFontFamily,
  preview: cleanPreview,
};

function cleaned({ src, ...others }: FontFaceSettings): FontFaceSettings {
  const members = Object.entries(others).map(([member, sent]) => [
    member,
    (cleaners[member] ?? plainText)(String(sent)),
  ]);
  return { ...Object.fromEntries(members), src };
}

/** Each source is an address that may be asked for or the name of a field with a file, and each file has its source. */
async function withSources(
  settings: FontFaceSettings,
  name: string,
  fields: ReadonlySet<string>,
  { site, fetchLimits }: Reach,
): Promise<Verdict> {
  const sources = [settings.src].flat().map((source) => source.trimStart());
  if (sources.length > mostSources)
    return settingsFault(`${name} must have at most ${mostSources} sources.`, 'rest_too_many_items');
  if (sources.length === 0 || sources.includes('')) return settingsFault(`${name} must say where the font is: src.`);
  const reachable = await Promise.all(
    sources.map((source) => fields.has(source) || isReachable(source, site, fetchLimits)),
  );
  const wrong = sources.find((_, at) => reachable[at] === false);
  if (wrong !== undefined)
    return settingsFault(`Each source must be a public http or https address, or a field of the form with a file.`);
  const unnamed = [...fields].find((field) => !sources.includes(field));
  if (unnamed !== undefined) return settingsFault('Each file of the form must be named by a source.');
  const clean = sources.map((source) => (fields.has(source) ? source : cleanUri(source)));
  return { value: { ...settings, src: clean } };
}
