// Declares the types of the settings operations, which load no targets and return no rows.
import type { SettingsEndpoints } from '../../../contract/cms-v2/settings.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type SettingsOperations = Operations<SettingsEndpoints, object, never>;
