// Declares the types of the extension operations: the targets that they receive, and the rows that they return.
import type { PluginEndpoints } from '../../../contract/cms-v2/plugins.ts';
import type { Operations } from '../../http/implement.ts';
import type { InstalledExtension } from './installed-extension.ts';

/** The targets of the permissions. They are undefined for unknown extensions. */
export type PluginTargets = {
  'read-plugin': InstalledExtension | undefined;
  'update-plugin': InstalledExtension | undefined;
  'delete-plugin': InstalledExtension | undefined;
};

/** The operations, keyed by their names in the contract. */
export type PluginOperations = Operations<PluginEndpoints, PluginTargets, InstalledExtension>;
