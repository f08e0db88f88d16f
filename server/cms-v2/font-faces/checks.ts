// Validates and cleans the settings of font faces (media-fonts-and-oembed.md, B2).
import { faceSettings } from '../../../contract/cms-v2/font-faces.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import type { ValidationResult } from '../../http/parameters/validation-error.ts';
import { toSingleLineText } from '../../rendering/sanitise/names.ts';
import {
  cleanFontFamily,
  cleanPreview,
  findEmptyProperty,
  parseSettings,
  settingsError,
  validateSettings,
} from '../font-families/settings.ts';
import type { MediaDeps } from '../media/deps.ts';
import { isReachable } from '../media/fetch-file.ts';

/** Maximum number of sources of a font face. */
const maxSources = 20;

/** Dependencies that determine which URLs may be fetched. */
type FetchDeps = Pick<MediaDeps, 'site' | 'fetchLimits'>;

/** Returns the parameter checks of font faces, keyed by the names that the contract uses. They return the cleaned settings. */
export const fontFaceChecks = (deps: FetchDeps): Record<string, ParameterCheckFactory> => ({
  'font-face':
    ({ upload }) =>
    async (value, name, parameter) => {
      const parsed = parseSettings(value, name, parameter);
      if ('error' in parsed) return parsed;
      const validated = validateSettings(parsed.value, name, faceSettings);
      if ('error' in validated) return validated;
      const settings = cleanSettings(validated.value);
      const emptyProperty = findEmptyProperty(settings, ['fontFamily']);
      if (emptyProperty !== undefined) return settingsError(`${name}.${emptyProperty} must not be empty.`);
      return resolveSources(settings, name, new Set(upload?.files.map(({ field }) => field)), deps);
    },
});

const cleaners: Readonly<Record<string, (value: string) => string>> = {
  fontFamily: cleanFontFamily,
  preview: cleanPreview,
};

type Settings = Readonly<Record<string, unknown>>;

function cleanSettings({ src, ...others }: Settings): Settings {
  const properties = Object.entries(others).map(([property, value]) => [
    property,
    (cleaners[property] ?? toSingleLineText)(String(value)),
  ]);
  return { ...Object.fromEntries(properties), src };
}

/**
 * Validates the sources: there must be 1 to 20, each must be a URL that may be fetched or the name of a form field with a file,
 * and each file must be used by a source. Returns the settings with `src` as a list, in which the URLs are cleaned.
 */
async function resolveSources(
  settings: Settings,
  name: string,
  fields: ReadonlySet<string>,
  { site, fetchLimits }: FetchDeps,
): Promise<ValidationResult> {
  const sources = [settings.src].flat().map((source) => String(source).trimStart());
  if (sources.length > maxSources)
    return settingsError(`${name} must have at most ${maxSources} sources.`, 'rest_too_many_items');
  if (sources.length === 0 || sources.includes('')) return settingsError(`${name}.src must not be empty.`);
  const reachable = await Promise.all(
    sources.map((source) => fields.has(source) || isReachable(source, site, fetchLimits)),
  );
  const unreachable = sources.find((_, at) => reachable[at] === false);
  if (unreachable !== undefined)
    return settingsError(`Each source must be a public http or https URL or the name of a form field with a file.`);
  const unreferenced = [...fields].find((field) => !sources.includes(field));
  if (unreferenced !== undefined)
    return settingsError('Each uploaded file must be referenced by a source; add its form field name to src.');
  const clean = sources.map((source) => (fields.has(source) ? source : cleanUri(source)));
  return { value: { ...settings, src: clean } };
}
