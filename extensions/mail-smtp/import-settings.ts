// Imports all supported settings of an export. Exports of this extension are accepted, and the common format of similar services: groups
// `mail`, `smtp`, `gmail` and `outlook`, with `ssl` and `tls` as values of `encryption`.
import { ApiError } from 'octavo/extension';
import {
  settings as declared,
  mailers as known,
  type MailSmtpOperations,
  presentSettings,
  type Services,
} from './contract.ts';
import { isObject, requireObject } from './parameters.ts';
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

type SettingsGroup = Record<string, unknown>;

/** Settings that were converted from an export. */
interface ConvertedExport {
  readonly settings: Readonly<Record<string, SettingsGroup>>;
  /** Names of the settings that were converted: `smtp.host`. */
  readonly imported: readonly string[];
  /** Names of the settings in the export that are not supported. */
  readonly ignored: readonly string[];
}

const groupAliases: Readonly<Record<string, string>> = { gmail: 'google', outlook: 'microsoft' };
const propertyAliases: Readonly<Record<string, string>> = { pass: 'password' };
const mailers: Readonly<Record<string, string>> = { ...groupAliases, mail: 'none' };

/** Properties of exports that are not settings, but change the meaning of other properties. */
const modifiers = new Set(['auth', 'autotls']);

/** Converts an export in either format. The values are not validated. */
export function convertExport(value: Readonly<Record<string, unknown>>): ConvertedExport {
  const settings: Record<string, SettingsGroup> = {};
  const imported: string[] = [];
  const ignored: string[] = [];
  for (const [exportedName, group] of Object.entries(value)) {
    const name = translateName(groupAliases, exportedName);
    const fields =
      isObject(group) && Object.hasOwn(declared, name) ? declared[name as keyof typeof declared] : undefined;
    if (!fields || !isObject(group)) {
      ignored.push(exportedName);
      continue;
    }
    const converted: SettingsGroup = {};
    for (const [key, exportedValue] of Object.entries(group)) {
      const settingName = translateName(propertyAliases, key);
      if (modifiers.has(key)) continue;
      if (!Object.hasOwn(fields.properties, settingName) || !isImportable(settingName, exportedValue))
        ignored.push(`${exportedName}.${key}`);
      else {
        converted[settingName] = convertValue(settingName, exportedValue, group);
        imported.push(`${name}.${settingName}`);
      }
    }
    if (isDisabled(group.auth)) Object.assign(converted, { user: '', password: '' });
    if (Object.keys(converted).length > 0) settings[name] = { ...settings[name], ...converted };
  }
  return { settings, imported, ignored };
}

const translateName = (names: Readonly<Record<string, string>>, exportedName: string): string =>
  Object.hasOwn(names, exportedName) ? (names[exportedName] ?? exportedName) : exportedName;

const translateMailer = (value: unknown): string => (typeof value === 'string' ? translateName(mailers, value) : '');

/** Whether a value can be imported. Unknown mailers cannot. Neither can empty secrets, because exports may omit secrets. */
function isImportable(key: string, value: unknown): boolean {
  if (key === 'mailer') return known.some((each) => each === translateMailer(value));
  return !((key === 'password' || key === 'client_secret') && value === '');
}

function convertValue(key: string, value: unknown, group: Readonly<Record<string, unknown>>): unknown {
  if (key === 'mailer') return translateMailer(value);
  if (key !== 'encryption') return value;
  if (value === 'ssl') return 'implicit';
  if (value === 'tls') return 'required';
  // In the common format, STARTTLS is used if the server offers it, unless `autotls` is disabled.
  return (value === 'none' || value === '') && 'autotls' in group && !isDisabled(group.autotls)
    ? 'offered'
    : value || 'none';
}

const isDisabled = (value: unknown): boolean => value === false || value === '' || value === 0 || value === '0';
