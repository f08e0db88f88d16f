// Lists the migrations of a site: those of the service, and those of its extensions.
import type { MigrationSet } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import type { Extension } from './extension.ts';

/** Returns the migrations of the service and of extensions, in the order in which they run. */
export const migrationSetsOf = (extensions: readonly Extension[]): MigrationSet[] => [
  { migrations },
  ...extensions.map(({ name, migrations: own = [] }) => ({ extension: name, migrations: own })),
];
