// Collects what the extensions of a site contribute to the service.
import { type Classifier, combineClassifiers } from '../cms-v2/comments/classifier.ts';
import type { Listener } from '../events/event.ts';
import type { Module } from '../http/module.ts';
import type { TransportProvider } from '../mail/transport.ts';
import type { SettingsRules } from '../namespaces/extension-settings/endpoints.ts';
import type { Extension, Job, OpenedExtension } from './extension.ts';
import type { Log } from './services.ts';

/**
 * The modules, jobs, listeners and other parts of the opened extensions. The modules of the service are created before any extension is
 * opened and read the parts when they need them.
 */
export class ExtensionParts {
  readonly #modules: Module[] = [];
  readonly #jobs = new Map<string, Job>();
  readonly #listeners: Listener[] = [];
  readonly #mailTransports: TransportProvider[] = [];
  readonly #classifiers: Classifier[] = [];
  readonly #settingsRules = new Map<string, SettingsRules>();
  /** Combines the classifiers of all opened extensions. A classifier that fails counts as `pass`. */
  readonly combinedClassifier: Classifier;

  constructor(log: Log) {
    this.combinedClassifier = combineClassifiers(this.#classifiers, (err) =>
      log.warn({ err }, 'spam classification failed'),
    );
  }

  get modules(): readonly Module[] {
    return this.#modules;
  }

  /** The jobs, keyed by their names with the name of the extension as prefix. */
  get jobs(): ReadonlyMap<string, Job> {
    return this.#jobs;
  }

  get listeners(): readonly Listener[] {
    return this.#listeners;
  }

  get mailTransports(): readonly TransportProvider[] {
    return this.#mailTransports;
  }

  /** Returns the rules for the settings of an extension; undefined if it has none. */
  settingsRulesOf(extension: string): SettingsRules | undefined {
    return this.#settingsRules.get(extension);
  }

  /** Returns the combined classifier; undefined if no extension has one. */
  classifier(): Classifier | undefined {
    return this.#classifiers.length > 0 ? this.combinedClassifier : undefined;
  }

  /** Adds the parts of an opened extension. */
  add(extension: Pick<Extension, 'name'>, opened: OpenedExtension): void {
    const { modules, jobs = [], listeners = [], mailTransport, classifier, settingsRules } = opened;
    this.#modules.push(...modules);
    for (const job of jobs) this.#jobs.set(`${extension.name}:${job.name}`, job);
    for (const listener of listeners) this.#listeners.push({ ...listener, name: `${extension.name}:${listener.name}` });
    if (mailTransport) this.#mailTransports.push(mailTransport);
    if (settingsRules) this.#settingsRules.set(extension.name, settingsRules);
    if (classifier) this.#classifiers.push(classifier);
  }
}
