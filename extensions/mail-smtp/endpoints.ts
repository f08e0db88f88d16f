// Implements the endpoints of mail-smtp.
import {
  ApiError,
  type Call,
  type ExtensionServices,
  implement,
  type KnownExtension,
  type Module,
  type Permissions,
} from 'octavo/extension';
import { getOauthUrl, oauthCallback, redirectUri } from './authorizations.ts';
import { connectedData, getConnectedData, mailerDisconnect, removeOauthConnection } from './connections.ts';
import {
  settings as declared,
  type MailSmtpEndpoints,
  type MailSmtpOperations,
  mailers,
  mailSmtpModule,
  presentSettings,
  providers,
  type Services,
  version,
} from './contract.ts';
import { isObject, requireObject, requireString } from './parameters.ts';
import { checkMailerConfiguration, health, mailerPreflight } from './transport.ts';
import { getSettings, update, updateSettings } from './update-settings.ts';

/** Formats an extension as a plugin object of an API response. */
const presentPlugin = ({ name, title, isServed, isBuiltIn, ...rest }: KnownExtension) => ({
  ...{ slug: name, name: title, description: rest.description, version: rest.version, namespace: rest.namespace },
  ...{ is_installed: isServed, is_activated: isServed, is_built_in: isBuiltIn },
});

/** Returns the extension with the name in the parameter `slug`. Throws ApiError 404 `mail_smtp_unknown_plugin`. */
async function requirePlugin(
  { site }: ExtensionServices,
  call: Pick<Call, 'spelling' | 'submitted'>,
): Promise<KnownExtension> {
  const slug = call.spelling.name(requireString(call, 'slug'));
  const found = (await site.knownExtensions()).find(({ name }) => name === slug);
  if (found) return found;
  throw new ApiError('mail_smtp_unknown_plugin', 404, 'No extension with this name.');
}

/**
 * Responds with the extension `slug` if it is enabled. Otherwise throws ApiError 403 `mail_smtp_not_at_run_time`; `data.line` is the
 * configuration line that enables the extension and the built-in extensions that are already enabled.
 */
const installPlugin = (services: ExtensionServices): MailSmtpOperations['install-plugin'] => ({
  async run(call) {
    const found = await requirePlugin(services, call);
    const message = `${found.title} is already enabled.`;
    if (found.isServed) return { kind: 'value', value: { ...presentPlugin(found), message } };
    const served = (await services.site.knownExtensions()).filter((each) => each.isServed && each.isBuiltIn);
    const names = [...served, found].map(({ name }) => `'${name}'`).join(', ');
    throw new ApiError(
      'mail_smtp_not_at_run_time',
      403,
      `Extensions cannot be installed while the service runs. Add '${found.name}' to extensions in octavo.config.ts, and restart the service.`,
      { data: { slug: found.name, file: 'octavo.config.ts', line: `extensions: [${names}],` } },
    );
  },
});

/**
 * Responds with the extension `slug` if it is built in and enabled. Throws ApiError 403 `mail_smtp_not_at_run_time` for custom extensions,
 * and for extensions that are not enabled.
 */
const upgradePlugin = (services: ExtensionServices): MailSmtpOperations['upgrade-plugin'] => ({
  async run(call) {
    const found = await requirePlugin(services, call);
    const message = `${found.title} ${found.version} is built in. It is upgraded together with Octavo.`;
    if (found.isServed && found.isBuiltIn) return { kind: 'value', value: { ...presentPlugin(found), message } };
    const what = found.isServed ? 'replace its files, and restart the service' : 'it is not enabled';
    throw new ApiError('mail_smtp_not_at_run_time', 403, `${found.title} cannot be upgraded by a request: ${what}.`, {
      data: { slug: found.name },
    });
  },
});

/** Responds with all available extensions. `is_activated` states whether an extension is enabled. */
const getPartnerPluginsInfo = ({ site }: ExtensionServices): MailSmtpOperations['get-partner-plugins-info'] => ({
  run: async () => ({ kind: 'value', value: { plugins: (await site.knownExtensions()).map(presentPlugin) } }),
});

/** Maximum number of unsupported settings that the response lists. */
const maxIgnored = 100;

/**
 * Stores the settings of an export, and responds with the names of the imported and the ignored settings.
 *
 * Throws ApiError 400 `mail_smtp_nothing_to_import` if the export contains no supported settings, and the errors of `updateSettings`.
 */
const importSettings = (services: Services): MailSmtpOperations['import-settings'] => ({
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
const mailerNames: Readonly<Record<string, string>> = { ...groupAliases, mail: 'none' };

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

const translateMailer = (value: unknown): string =>
  typeof value === 'string' ? translateName(mailerNames, value) : '';

/** Whether a value can be imported. Unknown mailers cannot. Neither can empty secrets, because exports may omit secrets. */
function isImportable(key: string, value: unknown): boolean {
  if (key === 'mailer') return mailers.some((each) => each === translateMailer(value));
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

const forbiddenError = { code: 'mail_smtp_cannot_manage', message: 'You are not allowed to set up mail.' };

const permissions: Permissions<MailSmtpEndpoints> = {
  'set-up-mail': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

/** Returns the endpoints for mail connections. */
export const mailSmtpEndpoints = (services: Services): Module =>
  implement(mailSmtpModule, {
    permissions,
    operations: {
      health: health(services),
      hydrate: hydrate(services),
      update: update(services),
      'get-settings': getSettings(services),
      'import-settings': importSettings(services),
      'get-connected-data': getConnectedData(services),
      'get-oauth-url': getOauthUrl(services),
      'oauth-callback': oauthCallback(services),
      'remove-oauth-connection': removeOauthConnection(services),
      'mailer-disconnect': mailerDisconnect(services),
      'check-mailer-configuration': checkMailerConfiguration(services),
      'mailer-preflight': mailerPreflight(services),
      'install-plugin': installPlugin(services),
      'upgrade-plugin': upgradePlugin(services),
      'get-partner-plugins-info': getPartnerPluginsInfo(services),
    },
  });

/** Responds with the settings, the available mailers, and the connections. */
const hydrate = (services: Services): MailSmtpOperations['hydrate'] => ({
  async run() {
    const settings = await services.settings.read();
    const connections = await Promise.all(providers.map((each) => connectedData(services, each)));
    const value = {
      version,
      site: { title: services.site.settings().title, url: services.site.urls.front },
      settings: presentSettings(settings),
      mailers: mailers.map((name) => ({ name, oauth: providers.some((each) => each === name) })),
      connections,
      redirect_uri: redirectUri(services),
    };
    return { kind: 'value', value };
  },
});
