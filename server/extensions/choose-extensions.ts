// Which extensions a site serves, from what its configuration names.
import type { Additions } from '../../contract/contract.ts';
import { namesOfExtension, requireUnreserved } from '../../contract/names/reserved.ts';
import { builtInExtensions, instances } from '../../extensions/built-in.ts';
import { type Extension, requireUsable } from './extension.ts';
import { abilitiesOfExtension, categoryOfExtension, resourcesOfExtension } from './open-extensions.ts';
import type { KnownExtension } from './services.ts';

/** What a configuration may name: a built-in extension, all those of an instance, or an extension of the site's own. */
export type ExtensionChoice = string | Extension;

/** What is served where nothing is said. */
const usual: readonly ExtensionChoice[] = ['union'];

/** Loads the extensions that are named, in that order. Throws Error with one sentence for what cannot be served. */
export async function chooseExtensions(named: readonly ExtensionChoice[] = usual): Promise<Extension[]> {
  const wanted = named.flatMap((each): readonly ExtensionChoice[] =>
    typeof each === 'string' && Object.hasOwn(instances, each) ? (instances[each] ?? []) : [each],
  );
  const chosen: Extension[] = [];
  for (const each of new Set(wanted)) {
    const extension = typeof each === 'string' ? await load(each) : each;
    requireUsable(extension, chosen);
    // Those that come with Octavo have names of the contract: the table has both spellings of them.
    if (!(await isBuiltIn(extension))) requireUnreserved(namesOfExtension(extension));
    chosen.push(extension);
  }
  return chosen;
}

/** Whether an extension comes with Octavo. */
async function isBuiltIn(extension: Extension): Promise<boolean> {
  const { name } = extension;
  const load = Object.hasOwn(builtInExtensions, name) ? builtInExtensions[name] : undefined;
  return (await load?.()) === extension;
}

async function load(name: string): Promise<Extension> {
  const known = Object.hasOwn(builtInExtensions, name) ? builtInExtensions[name] : undefined;
  if (known) return known();
  const names = [...Object.keys(instances), ...Object.keys(builtInExtensions)].join(', ');
  throw new Error(`there is no extension ${name}; there are ${names}`);
}

/** The extensions that come with Octavo and those that are served, by their names. Loads all of them. */
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

/** What a site adds to the contract, with what its extensions add. */
export const withExtensions = <A extends Additions>(own: A, extensions: readonly Extension[]): A => ({
  ...own,
  types: [...(own.types ?? []), ...extensions.flatMap(({ types = [] }) => types)],
  taxonomies: [...(own.taxonomies ?? []), ...extensions.flatMap(({ taxonomies = [] }) => taxonomies)],
  resources: extensions.flatMap(resourcesOfExtension),
  abilities: extensions.flatMap(abilitiesOfExtension),
  events: extensions.flatMap(({ events = [] }) => events),
  abilityCategories: extensions.filter(({ abilities = [] }) => abilities.length > 0).map(categoryOfExtension),
});
