// Exports the public interface of the package `octavo`: it embeds the service in a program, and types the configuration of a site. The
// interface for extensions is `octavo/extension`. Everything else may change at any time.
export { defineConfig, type SiteConfig } from './config/define-config.ts';
export { createOctavo, type FirstAdministrator, type Octavo } from './embedding/create-octavo.ts';
export type { OctavoOptions } from './embedding/options.ts';
