// What a site declares of its own: content types, taxonomies, roles (docs/configuration.md, docs/adding-a-resource.md).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Additions, makeContract } from '../../contract/contract.ts';
import type { OwnRoles } from '../access/roles.ts';
import type { DataConfig } from './config.ts';
import { ConfigFault } from './config-fault.ts';
import { readMailConfig, type WrittenMail } from './mail-config.ts';

/** The default export of `octavo.config.ts`. */
export interface SiteConfig extends Additions {
  readonly roles?: OwnRoles;
  /** Templates that entries of a type may choose, by the type's name. */
  readonly templates?: Readonly<Record<string, readonly string[]>>;
  /** The places of the site's front end that menus can be shown at, by their names, with what they are for. */
  readonly menuLocations?: Readonly<Record<string, string>>;
  /** The mail server and who mail is from, where neither flags nor the environment say so. */
  readonly mail?: WrittenMail;
}

/** Reads the site's own declarations; none where there is no file. Throws ConfigFault where the file cannot be used. */
export async function readSiteConfig({ data, config }: Pick<DataConfig, 'data' | 'config'>): Promise<SiteConfig> {
  const file = path.resolve(config ?? path.join(data, 'octavo.config.ts'));
  if (!existsSync(file)) {
    if (config === undefined) return {};
    throw new ConfigFault(`There is no file ${file}.`);
  }
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: SiteConfig };
    if (module.default === undefined) throw new Error('it has no default export');
    await requireUsable(module.default);
    return module.default;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigFault(`${file} cannot be used: ${(reason.split('\n')[0] ?? '').replace(/\.$/, '')}.`);
  }
}

/** Throws Error with a sentence that names the key, type or taxonomy which cannot be used. */
async function requireUsable(declared: SiteConfig): Promise<void> {
  // Loaded only where it is used, because every start pays for what is loaded.
  const { faultOfShape } = await import('./site-config-shape.ts');
  const fault = faultOfShape(declared);
  if (fault !== undefined) throw new Error(fault);
  const [faultOfMail] = readFaultsOfMail(declared);
  if (faultOfMail !== undefined) throw new Error(faultOfMail);
  const { types } = makeContract(declared);
  const unknown = Object.keys(declared.templates ?? {}).find((name) => !types.has(name));
  if (unknown !== undefined) throw new Error(`the templates name the type ${unknown}, which is not declared`);
}

function readFaultsOfMail({ mail = {} }: SiteConfig): string[] {
  const faults: string[] = [];
  readMailConfig(mail, faults);
  return faults;
}
