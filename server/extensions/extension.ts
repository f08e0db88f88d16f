// Defines and validates the declarations of extensions (docs/extensions.md).
import type { Ability } from '../../contract/grammar/ability.ts';
import type { DeclaredTaxonomy, DeclaredType } from '../../contract/grammar/content-type.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { type DeclaredEvent, eventResource, validateEvent } from '../../contract/octavo-v1/event-kinds.ts';
import { adminSettingsOf, findAdminSettingsError } from '../../contract/octavo-v1/extension-settings.ts';
import type { Classifier } from '../cms-v2/comments/classifier.ts';
import type { Migration } from '../database/migrate.ts';
import { tableNames } from '../database/tables/index.ts';
import type { Listener } from '../events/event.ts';
import type { Module } from '../http/module.ts';
import { check } from '../http/parameters/check.ts';
import type { TransportProvider } from '../mail/transport.ts';
import type { SettingsRules } from '../namespaces/extension-settings/endpoints.ts';
import type { SettingSchemas } from './extension-settings.ts';
import { type DeclaredScreen, findScreenError } from './screens.ts';
import type { ExtensionServices } from './services.ts';

/** The declaration of an extension: a namespace with its resources, content types, settings and other parts. S contains the schemas of the settings. */
export interface Extension<S extends SettingSchemas = SettingSchemas> {
  /** Name of lowercase letters, digits and hyphens. It is used in the configuration and as the prefix of the extension's tables. */
  readonly name: string;
  readonly version: string;
  /** Human-readable name. */
  readonly title: string;
  readonly description: string;
  readonly author?: string;
  /** Namespace of the extension, such as `age-check/v3`. All routes of the extension begin with it. */
  readonly namespace: string;
  readonly resources: readonly Resource[];
  /** Abilities for assistants and other programs that discover operations. Their names are prefixed with the extension's name. */
  readonly abilities?: readonly DeclaredAbility[];
  /** Content types and taxonomies of the extension, declared as in `octavo.config.ts`. */
  readonly types?: readonly DeclaredType[];
  readonly taxonomies?: readonly DeclaredTaxonomy[];
  /** Additional event kinds for listeners, webhooks and the live feed; `services.record.event` records such events. */
  readonly events?: readonly DeclaredEvent[];
  /** Schemas of the extension's settings by name. Each schema has a default. */
  readonly settings?: S;
  /**
   * The names of the settings that administrators can change. The service reads and changes them at
   * `/octavo/v1/extension-settings/<name of the extension>`, and the admin displays them. Others are the extension's own state.
   */
  readonly adminSettings?: readonly string[];
  /** Screens that the extension adds to the admin. */
  readonly screens?: readonly DeclaredScreen[];
  /** Migrations of the extension's tables. */
  readonly migrations?: readonly Migration[];
  /** Opens the extension. Called once at startup, after its migrations were applied. It must not wait for other extensions. */
  open(services: ExtensionServices<S>): OpenedExtension | Promise<OpenedExtension>;
}

/** An ability as an extension declares it: without a name prefix and without a category. Both are derived from the extension's name. */
export type DeclaredAbility = Omit<Ability, 'category'>;

/** An opened extension. */
export interface OpenedExtension {
  /** Modules with the code of the extension's resources, which name their declarations. */
  readonly modules: readonly Module[];
  readonly jobs?: readonly Job[];
  /** Listeners that receive committed events. Their names must be unique within the extension and are prefixed with its name. */
  readonly listeners?: readonly Listener[];
  /** Checks and completes the changes of `adminSettings`. */
  readonly settingsRules?: SettingsRules;
  /** Classifies comments and form submissions before they are stored. */
  readonly classifier?: Classifier;
  /** Returns a mail transport that overrides the configured one, or undefined. Throws MailProblem to keep emails in the queue. */
  readonly mailTransport?: TransportProvider;
  /** Ends work in progress. Called when the service stops. */
  close?(): Promise<void>;
}

/** A recurring job. Only one process of the site performs each run. */
export interface Job {
  /** Name of the job, unique within the extension. */
  readonly name: string;
  /** Interval between two starts of the job, in seconds. At least 1. */
  readonly every: number;
  /** Performs one run. Errors are logged, and the job runs again when it is due the next time. */
  run(): Promise<unknown>;
}

const names = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Throws an Error for the operator if the declaration is invalid or conflicts with another extension. */
export function requireValidExtension(extension: Extension, others: readonly Extension[]): void {
  const { name, namespace, resources } = extension;
  if (typeof name !== 'string' || !names.test(name))
    throw new Error(`invalid extension name ${JSON.stringify(name)}: use lowercase letters, digits and hyphens`);
  const errors: readonly (readonly [boolean, string])[] = [
    [others.some((other) => other.name === name), 'is configured twice'],
    [name === 'octavo', 'uses the reserved name octavo'],
    [
      [...tableNames].some((table) => table.startsWith(`${name.replaceAll('-', '_')}_`)),
      'has a name whose table prefix is used by tables of the service',
    ],
    [typeof extension.open !== 'function', 'has no open() function'],
    [!/^[a-z][\w-]*(\/[\w.-]+)+$/.test(namespace), 'has an invalid namespace; use one such as shop/v1'],
    [reservedNamespaces.test(namespace), `uses the reserved namespace ${namespace}`],
    [others.some((other) => other.namespace === namespace), `uses the namespace ${namespace} of another extension`],
    [
      others.some((other) => isWithin(namespace, other.namespace) || isWithin(other.namespace, namespace)),
      `has a namespace ${namespace} that contains, or lies within, the namespace of another extension`,
    ],
    [resources.some((each) => each.namespace !== namespace), `has a resource outside its namespace ${namespace}`],
    [
      resources.some((each) => each.routes.some(({ path }) => !path.startsWith(`/${namespace}/`))),
      `has a route outside its namespace ${namespace}`,
    ],
    ...(extension.events ?? []).map((each) => {
      const error = validateEvent(each);
      return [error !== undefined, error ?? ''] as const;
    }),
    [hasDuplicates(extension.events?.map(({ kind }) => kind)), 'declares an event kind twice'],
    [
      (extension.events ?? []).some(({ kind }) =>
        others.some((other) => resourceGroups(other).includes(eventResource(kind))),
      ),
      'declares an event kind whose group belongs to another extension',
    ],
    [hasDuplicates(extension.migrations?.map(({ number }) => number)), 'has two migrations with the same number'],
    [
      (extension.migrations ?? []).some(({ number }) => !Number.isSafeInteger(number) || number < 1),
      'has a migration whose number is not a positive integer',
    ],
    [hasDuplicates(resources.flatMap(methodsOf)), 'declares the same method of a route twice'],
    [
      Object.values(extension.settings ?? {}).some((schema) => !('default' in schema)),
      'has a setting without a default',
    ],
    ...[findAdminSettingsError(extension) ?? findDefaultError(extension) ?? findScreenError(extension)].map(
      (error) => [error !== undefined, error ?? ''] as const,
    ),
  ];
  const error = errors.find(([isViolated]) => isViolated);
  if (error) throw new Error(`the extension ${name} ${error[1]}`);
}

/** A default that does not match its schema could not be restored, and a secret that must not be empty could not be deleted. */
function findDefaultError(extension: Extension): string | undefined {
  const invalid = Object.entries(adminSettingsOf(extension)).find(
    ([name, schema]) => 'error' in check(schema, (schema as { readonly default?: unknown }).default, name),
  );
  return invalid && `has the setting ${invalid[0]} for administrators, whose default does not match its schema`;
}

const resourceGroups = ({ events = [] }: Extension): string[] => events.map(({ kind }) => eventResource(kind));

const methodsOf = ({ routes }: Resource): string[] =>
  routes.flatMap(({ path, endpoints = [] }) =>
    endpoints.flatMap(({ methods }) => methods.map((method) => `${method} ${path}`)),
  );

const isWithin = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);

const hasDuplicates = (names: readonly unknown[] = []): boolean => new Set(names).size < names.length;

const reservedNamespaces = /^(octavo|cms|cms-site-health|cms-block-editor|cms-abilities|batch|oembed)\//;
