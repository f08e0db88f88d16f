// Declares the configuration of a site (docs/configuration.md, docs/content-types.md). Configuration files load only this module, not the
// service.
import type { FontCollection } from '../../contract/cms-v2/font-collections.ts';
import type { ContractAdditions } from '../../contract/contract.ts';
import type { CustomRoles } from '../access/roles.ts';
import type { ExtensionChoice } from './choose-extensions.ts';
import type { MailOptions } from './mail-config.ts';

/** The default export of `octavo.config.ts`. */
export interface SiteConfig extends ContractAdditions {
  readonly roles?: CustomRoles;
  /** Additional capabilities for roles, which no type or taxonomy of the site requires. */
  readonly capabilities?: readonly string[];
  /** The enabled extensions: names of built-in extensions, instances of them, or custom extensions. */
  readonly extensions?: readonly ExtensionChoice[];
  /** Templates that entries of a type can use, by the name of the type. */
  readonly templates?: Readonly<Record<string, readonly string[]>>;
  /** Descriptions of the menu locations of the front end, by name. */
  readonly menuLocations?: Readonly<Record<string, string>>;
  /** The mail server and the sender, unless options or the environment set them. */
  readonly mail?: MailOptions;
  /** Collections of fonts that can be installed. */
  readonly fontCollections?: readonly FontCollection[];
}

/** Types the declarations of a site in `octavo.config.ts` or `octavo.config.js`; returns them unchanged. */
export const defineConfig = (config: SiteConfig): SiteConfig => config;
