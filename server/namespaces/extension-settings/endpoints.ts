// Implements the endpoints of the settings that extensions declare for administrators.
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import {
  adminSettingsOf,
  type DeclaredExtensionSettings,
  type ExtensionSettingsEndpoints,
  type ExtensionWithAdminSettings,
  extensionSettingsModule,
} from '../../../contract/octavo-v1/extension-settings.ts';
import { limitsError } from '../../access/limits.ts';
import { keyedHash } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
import type { AuditActor } from '../../audit/record-event.ts';
import type { Database, ReadHandle, WriteHandle } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { mergeSettings, namesOfSubmitted, presentSettings, secretsOf, type Values } from './change-settings.ts';

/** A change of settings by an administrator. */
export interface SettingsChange<S = Values> {
  readonly call: AuditActor;
  /** All settings of the extension before the change, with secrets. */
  readonly current: S;
  /** All settings of the extension after the change, with secrets. */
  readonly next: S;
  /** The names of the submitted settings; of objects, those of their submitted properties: `smtp.host`. */
  readonly submitted: readonly string[];
}

/** Rules and effects of changes that an extension adds. Both functions may throw ApiError, and may return further settings to store. */
export interface SettingsRules<S = Values> {
  /** Runs before the transaction, for example to verify a secret with another service. */
  prepare?(change: SettingsChange<S>): Promise<Partial<S> | undefined>;
  /** Runs in the transaction of the change. */
  apply?(tx: WriteHandle, change: SettingsChange<S>): Promise<Partial<S> | undefined>;
}

/** Access to the stored settings of the extension. */
interface StoredSettings {
  read(handle?: ReadHandle): Promise<Values>;
  write(tx: WriteHandle, changes: Values): Promise<void>;
}

export interface ExtensionSettingsDeps {
  readonly extension: ExtensionWithAdminSettings & { readonly namespace: string };
  readonly settings: StoredSettings;
  readonly database: Database;
  /** The site's secret key for keyed hashes. */
  readonly key: string;
  /** Returns the rules of the extension; undefined if it has none. */
  readonly rules: () => SettingsRules | undefined;
  readonly recordChange: (tx: WriteHandle, call: AuditActor, names: readonly string[]) => Promise<void>;
}

const forbiddenError = {
  code: 'rest_cannot_manage_extension_settings',
  message: 'You are not allowed to manage the settings of extensions.',
};

// An application password that is not for the namespace of the extension must not change its settings here.
const definePermissions = ({ extension }: ExtensionSettingsDeps): Permissions<ExtensionSettingsEndpoints> => ({
  'manage-extension-settings': {
    permit: ({ actor, method }) =>
      actor.can('manage_options') ? limitsError(actor, [method], extension.namespace) : forbiddenError,
  },
});

/** Returns the module of the settings of an extension. */
export const extensionSettingsEndpoints = (
  { module }: Pick<DeclaredExtensionSettings, 'module'>,
  deps: ExtensionSettingsDeps,
): Module => ({
  ...implement(extensionSettingsModule, {
    permissions: definePermissions(deps),
    operations: {
      'get-extension-settings': getExtensionSettings(deps),
      'update-extension-settings': updateExtensionSettings(deps),
    },
  }),
  declaration: module,
});

type ExtensionSettingsOperations = Operations<ExtensionSettingsEndpoints>;

/** Responds with the settings of the extension, without secrets. */
const getExtensionSettings = (deps: ExtensionSettingsDeps): ExtensionSettingsOperations['get-extension-settings'] => ({
  run: async () => present(deps, await deps.settings.read()),
});

/** Returns a response without secrets. The version depends on them too, so that a secret that was replaced meanwhile is not overwritten. */
function present({ extension, key }: ExtensionSettingsDeps, values: Values) {
  const schemas = adminSettingsOf(extension);
  const value = presentSettings(schemas, values);
  const version = keyedHash(key, `settings of ${extension.name} ${JSON.stringify(secretsOf(schemas, values))}`);
  return { kind: 'value', value, stateOf: { ...value, '': version } } as const;
}

/**
 * Updates all submitted settings or none, and responds with all settings without secrets.
 *
 * Throws ApiError 400 `rest_invalid_param`, 400 `rest_secret_required` if a stored secret would be used with other values than those for
 * which it was set, 409 `rest_settings_changed` if the settings change while the extension checks them, and the errors of its rules.
 */
const updateExtensionSettings = (
  deps: ExtensionSettingsDeps,
): ExtensionSettingsOperations['update-extension-settings'] => ({
  async run(call) {
    const { extension, settings, database, rules } = deps;
    const schemas = adminSettingsOf(extension);
    const input = { ...call.args, ...defaultsOf(schemas, call.nulls) };
    const submitted = namesOfSubmitted(schemas, input);
    const { prepare, apply } = rules() ?? {};
    const describe = (current: Values, merged: Values): SettingsChange => ({
      ...{ call, current, submitted },
      next: { ...current, ...merged },
    });
    const before = await settings.read();
    const prepared = await prepare?.(describe(before, mergeSettings(schemas, before, input)));
    await database.transaction(async (tx) => {
      await tx.lock(`settings of ${extension.name}`);
      await call.requireMatch();
      const current = await settings.read(tx);
      if (prepare && JSON.stringify(current) !== JSON.stringify(before)) throw changedMeanwhile();
      const merged = { ...mergeSettings(schemas, current, input), ...prepared };
      const applied = await apply?.(tx, describe(current, merged));
      await settings.write(tx, { ...merged, ...applied });
      if (submitted.length > 0) await deps.recordChange(tx, call, submitted);
    });
    return present(deps, await settings.read());
  },
});

/** Returns the defaults of settings that are reset. */
const defaultsOf = (schemas: Parameters, names: ReadonlySet<string>): Values =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      names.has(name) ? [[name, structuredClone((schema as { readonly default?: unknown }).default)]] : [],
    ),
  );

const changedMeanwhile = () =>
  new ApiError('rest_settings_changed', 409, 'The settings were changed at the same time; repeat the request.');
