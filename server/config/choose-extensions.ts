// Loads the extensions that the configuration of a site lists.
import type { ContractAdditions } from '../../contract/contract.ts';
import { namesOfExtension, requireUnreserved } from '../../contract/names/reserved.ts';
import { declareExtensionSettings } from '../../contract/octavo-v1/extension-settings.ts';
import { builtInExtensions, instances } from '../../extensions/built-in.ts';
import { type Extension, requireValidExtension } from '../extensions/extension.ts';
import { abilitiesOfExtension, categoryOfExtension } from '../extensions/open-extensions.ts';
import type { KnownExtension } from '../extensions/services.ts';

/**
 * An extension in a configuration: the name of a built-in extension, the name of an instance, which stands for all its extensions, or a
 * custom extension.
 */
export type ExtensionChoice = string | Extension;

/** Extensions that are enabled if the configuration does not list any. */
const defaultExtensions: readonly ExtensionChoice[] = ['union'];

/** Loads the listed extensions in the same order. Throws an Error for the operator if an extension is unknown or invalid. */
export async function chooseExtensions(named: readonly ExtensionChoice[] = defaultExtensions): Promise<Extension[]> {
  const requested = named.flatMap((each): readonly ExtensionChoice[] =>
    typeof each === 'string' && Object.hasOwn(instances, each) ? (instances[each] ?? []) : [each],
  );
  const chosen: Extension[] = [];
  for (const each of new Set(requested)) {
    const extension = typeof each === 'string' ? await load(each) : each;
    requireValidExtension(extension, chosen);
    // Names of built-in extensions are not checked, because they are part of the contract, in both spellings.
    if (!(await isBuiltIn(extension))) requireUnreserved(namesOfExtension(extension));
    chosen.push(extension);
  }
  return chosen;
}

/** Returns whether an extension is built in. */
async function isBuiltIn(extension: Extension): Promise<boolean> {
  const { name } = extension;
  const load = Object.hasOwn(builtInExtensions, name) ? builtInExtensions[name] : undefined;
  return (await load?.()) === extension;
}

async function load(name: string): Promise<Extension> {
  const known = Object.hasOwn(builtInExtensions, name) ? builtInExtensions[name] : undefined;
  if (known) return known();
  const names = [...Object.keys(instances), ...Object.keys(builtInExtensions)].join(', ');
  throw new Error(`unknown extension ${name}; available: ${names}`);
}

/** Returns the built-in extensions and the enabled ones, sorted by name. Loads all of them. */
export async function knownExtensions(enabled: readonly Extension[]): Promise<KnownExtension[]> {
  const builtIn = await Promise.all(Object.values(builtInExtensions).map((each) => each()));
  const names = new Set(enabled.map(({ name }) => name));
  return [...enabled, ...builtIn.filter((each) => !names.has(each.name))]
    .map((each) => {
      const { name, version, title, description, namespace } = each;
      const isEnabled = names.has(name);
      return { name, version, title, description, namespace, isServed: isEnabled, isBuiltIn: builtIn.includes(each) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the additions to the contract by a site and its extensions, such as content types and resources. */
export const withExtensions = <A extends ContractAdditions>(siteAdditions: A, extensions: readonly Extension[]): A => ({
  ...siteAdditions,
  types: [...(siteAdditions.types ?? []), ...extensions.flatMap(({ types = [] }) => types)],
  taxonomies: [...(siteAdditions.taxonomies ?? []), ...extensions.flatMap(({ taxonomies = [] }) => taxonomies)],
  resources: extensions.flatMap(({ resources }) => resources),
  extensionSettings: extensions.flatMap((extension) => declareExtensionSettings(extension)?.resource ?? []),
  abilities: extensions.flatMap(abilitiesOfExtension),
  events: extensions.flatMap(({ events = [] }) => events),
  abilityCategories: extensions.filter(({ abilities = [] }) => abilities.length > 0).map(categoryOfExtension),
});
