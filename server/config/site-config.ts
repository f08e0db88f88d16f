// What a site declares of its own: content types, taxonomies, roles (docs/configuration.md, docs/adding-a-resource.md).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FontCollection } from '../../contract/cms-v2/font-collections.ts';
import { type Additions, makeContract } from '../../contract/contract.ts';
import type { OwnRoles } from '../access/roles.ts';
import { chooseExtensions, type ExtensionChoice, withExtensions } from '../extensions/choose-extensions.ts';
import type { Extension } from '../extensions/extension.ts';
import type { DataConfig } from './config.ts';
import { ConfigFault } from './config-fault.ts';
import { readMailConfig, type WrittenMail } from './mail-config.ts';

/** The default export of `octavo.config.ts`. */
export interface SiteConfig extends Additions {
  readonly roles?: OwnRoles;
  /** Capabilities that no type or taxonomy of the site asks for, and that roles may have all the same. */
  readonly capabilities?: readonly string[];
  /** What is served beside content: names of built-in extensions, of an instance, or extensions of the site's own. */
  readonly extensions?: readonly ExtensionChoice[];
  /** Templates that entries of a type may choose, by the type's name. */
  readonly templates?: Readonly<Record<string, readonly string[]>>;
  /** The places of the site's front end that menus can be shown at, by their names, with what they are for. */
  readonly menuLocations?: Readonly<Record<string, string>>;
  /** The mail server and who mail is from, where neither flags nor the environment say so. */
  readonly mail?: WrittenMail;
  /** Fonts that may be installed. */
  readonly fontCollections?: readonly FontCollection[];
}

/** A site's own declarations, and the extensions that they name. */
export interface Declarations {
  readonly config: SiteConfig;
  readonly extensions: readonly Extension[];
}

/**
 * Reads the site's own declarations; where there is no file, only what every site has. Throws ConfigFault where the file
 * cannot be used.
 */
export async function readSiteConfig({ data, config }: Pick<DataConfig, 'data' | 'config'>): Promise<Declarations> {
  const file = path.resolve(config ?? path.join(data, 'octavo.config.ts'));
  if (!existsSync(file)) {
    if (config === undefined) return { config: {}, extensions: await chooseExtensions() };
    throw new ConfigFault(`There is no file ${file}.`);
  }
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: SiteConfig };
    if (module.default === undefined) throw new Error('it has no default export');
    const extensions = await extensionsOf(module.default);
    return { config: module.default, extensions };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigFault(`${file} cannot be used: ${(reason.split('\n')[0] ?? '').replace(/\.$/, '')}.`);
  }
}

/** Throws Error with a sentence that names the key, type or taxonomy which cannot be used. */
async function extensionsOf(declared: SiteConfig): Promise<Extension[]> {
  // Loaded only where it is used, because every start pays for what is loaded.
  const { faultOfShape } = await import('./site-config-shape.ts');
  const fault = faultOfShape(declared);
  if (fault !== undefined) throw new Error(fault);
  const [faultOfMail] = readFaultsOfMail(declared);
  if (faultOfMail !== undefined) throw new Error(faultOfMail);
  requireDistinctCollections(declared.fontCollections ?? []);
  const extensions = await chooseExtensions(declared.extensions);
  const contract = makeContract(withExtensions(declared, extensions));
  const { types } = contract;
  const { faultOfRoles } = await import('./site-roles.ts');
  const faultOfRole = faultOfRoles(declared.roles ?? {}, declared.capabilities ?? [], contract);
  if (faultOfRole !== undefined) throw new Error(faultOfRole);
  const unknown = Object.keys(declared.templates ?? {}).find((name) => !types.has(name));
  if (unknown !== undefined) throw new Error(`the templates name the type ${unknown}, which is not declared`);
  return extensions;
}

function readFaultsOfMail({ mail = {} }: SiteConfig): string[] {
  const faults: string[] = [];
  readMailConfig(mail, faults);
  return faults;
}

/** Throws Error where a collection cannot be asked for by its name. */
function requireDistinctCollections(collections: readonly FontCollection[]): void {
  for (const [at, { slug }] of collections.entries()) {
    if (!/^[\w-]+$/.test(slug))
      throw new Error(`${JSON.stringify(slug)} cannot be the slug of a font collection: letters, digits, _ and -`);
    if (collections.findIndex((other) => other.slug === slug) !== at)
      throw new Error(`two font collections have the slug ${slug}`);
  }
}
