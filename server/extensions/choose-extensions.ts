// Loads the extensions that the configuration of a site names.
import type { Additions } from '../../contract/contract.ts';
import { namesOfExtension, requireUnreserved } from '../../contract/names/reserved.ts';
import { builtInExtensions, instances } from '../../extensions/built-in.ts';
import { type Extension, requireValidExtension } from './extension.ts';
import { abilitiesOfExtension, categoryOfExtension, resourcesOfExtension } from './open-extensions.ts';
import type { KnownExtension } from './services.ts';

/** An extension as a configuration names it: a built-in one, an instance with all of its extensions, or a custom extension. */
export type ExtensionChoice = string | Extension;

/** Extensions that are served if the configuration names none. */
const defaultExtensions: readonly ExtensionChoice[] = ['union'];

/** Loads the named extensions, in that order. Throws an Error with one sentence for an extension that cannot be served. */
export async function chooseExtensions(named: readonly ExtensionChoice[] = defaultExtensions): Promise<Extension[]> {
  const requested = named.flatMap((each): readonly ExtensionChoice[] =>
    typeof each === 'string' && Object.hasOwn(instances, each) ? (instances[each] ?? []) : [each],
  );
  const chosen: Extension[] = [];
  for (const each of new Set(requested)) {
    const extension = typeof each === 'string' ? await load(each) : each;
    requireValidExtension(extension, chosen);
    // Names of built-in extensions are part of the contract: the name table has both spellings of them.
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

/** Returns the built-in extensions and the served ones, sorted by name. Loads all of them. */
export async function knownExtensions(served: readonly Extension[]): Promise<KnownExtension[]> {
  const builtIn = await Promise.all(Object.values(builtInExtensions).map((each) => each()));
  const names = new Set(served.map(({ name }) => name));
  return [...served, ...builtIn.filter((each) => !names.has(each.name))]
    .map((each) => {
      const { name, version, title, description, namespace } = each;
      const isServed = names.has(name);
      return { name, version, title, description, namespace, isServed, isBuiltIn: builtIn.includes(each) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the additions of a site to the contract, together with those of its extensions. */
export const withExtensions = <A extends Additions>(siteAdditions: A, extensions: readonly Extension[]): A => ({
  ...siteAdditions,
  types: [...(siteAdditions.types ?? []), ...extensions.flatMap(({ types = [] }) => types)],
  taxonomies: [...(siteAdditions.taxonomies ?? []), ...extensions.flatMap(({ taxonomies = [] }) => taxonomies)],
  resources: extensions.flatMap(resourcesOfExtension),
  abilities: extensions.flatMap(abilitiesOfExtension),
  events: extensions.flatMap(({ events = [] }) => events),
  abilityCategories: extensions.filter(({ abilities = [] }) => abilities.length > 0).map(categoryOfExtension),
});
