// Reads the site's declarations: content types, taxonomies, roles (docs/configuration.md, docs/content-types.md).
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { FontCollection } from '../../contract/cms-v2/font-collections.ts';
import type { Extension } from '../extensions/extension.ts';
import type { DataConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { SiteConfig } from './define-config.ts';
import { configFileSubjects, readMailConfig } from './mail-config.ts';
import { settingName } from './options.ts';
import { findSiteConfig } from './site-config-file.ts';
import { requireTrustedFile } from './trusted-file.ts';

export type { SiteConfig } from './define-config.ts';

/** The location of `octavo.config.ts`, or its content. */
type SiteConfigLocation = Pick<DataConfig, 'data' | 'config' | 'declarations'> & Partial<Pick<DataConfig, 'sources'>>;

/** A site's declarations, and the extensions that they enable. */
export interface Declarations {
  readonly config: SiteConfig;
  readonly extensions: readonly Extension[];
}

/**
 * Reads the site's declarations: those of the configuration, of its file, or the defaults when there is neither. Throws ConfigError when
 * they are invalid, or when other operating-system users can change the file.
 */
export async function readSiteConfig(location: SiteConfigLocation): Promise<Declarations> {
  if (location.declarations !== undefined) return checkDeclarations(location.declarations);
  const file = findSiteConfig(location);
  if (file === undefined) {
    const { chooseExtensions } = await import('./choose-extensions.ts');
    return { config: {}, extensions: await chooseExtensions() };
  }
  if (!existsSync(file))
    throw new ConfigError(`No such file: ${file} (${settingName(location.sources ?? {}, 'config')}).`);
  requireTrustedFile(file, `The configuration file ${file}`, { isNamed: location.config !== undefined });
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: SiteConfig };
    if (module.default === undefined) throw new Error('it has no default export');
    const extensions = await loadExtensions(module.default);
    return { config: module.default, extensions };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Invalid configuration file ${file}: ${(reason.split('\n')[0] ?? '').replace(/\.$/, '')}.`);
  }
}

/** Returns declarations that are not in a file, with their extensions. Throws ConfigError when they are invalid. */
async function checkDeclarations(config: SiteConfig): Promise<Declarations> {
  try {
    return { config, extensions: await loadExtensions(config) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Invalid configuration: ${reason.replace(/\.$/, '')}.`);
  }
}

/** Returns the extensions of a site. Throws Error with a message that names the invalid key, type or taxonomy. */
async function loadExtensions(declared: SiteConfig): Promise<Extension[]> {
  // Loaded on demand, because every loaded module slows down the start and delays messages about errors in the file.
  const { validateShape } = await import('./site-config-shape.ts');
  const shapeError = validateShape(declared);
  if (shapeError !== undefined) throw new Error(shapeError);
  const [mailError] = validateMail(declared);
  if (mailError !== undefined) throw new Error(mailError);
  requireDistinctCollections(declared.fontCollections ?? []);
  const { chooseExtensions, withExtensions } = await import('./choose-extensions.ts');
  const { makeContract } = await import('../../contract/contract.ts');
  const extensions = await chooseExtensions(declared.extensions);
  const contract = makeContract(withExtensions(declared, extensions));
  const { types } = contract;
  const { validateRoles } = await import('./site-roles.ts');
  const rolesError = validateRoles(declared.roles ?? {}, declared.capabilities ?? [], contract);
  if (rolesError !== undefined) throw new Error(rolesError);
  const unknown = Object.keys(declared.templates ?? {}).find((name) => !types.has(name));
  if (unknown !== undefined) throw new Error(`the templates refer to the type ${unknown}, which is not declared`);
  return extensions;
}

function validateMail({ mail = {} }: SiteConfig): string[] {
  const errors: string[] = [];
  readMailConfig(mail, errors, configFileSubjects);
  return errors;
}

/** Throws Error for invalid and duplicate slugs. */
function requireDistinctCollections(collections: readonly FontCollection[]): void {
  for (const [at, { slug }] of collections.entries()) {
    if (!/^[\w-]+$/.test(slug))
      throw new Error(`invalid slug ${JSON.stringify(slug)} of a font collection: use only letters, digits, _ and -`);
    if (collections.findIndex((other) => other.slug === slug) !== at)
      throw new Error(`two font collections have the slug ${slug}`);
  }
}
