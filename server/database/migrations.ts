// Finds the migrations of the service by the names of their files: `migrations/0017-webhook-spelling.ts` has the number 17.
import { readdirSync } from 'node:fs';
import { isCompatible, type Migration } from './migrate.ts';
import { effectsOfReleased, type MigrationEffects } from './migration-effects.ts';

/** File name of a migration, before or after it was compiled to JavaScript. Files of tests and declarations do not match. */
const fileName = /^(\d{4})-([a-z0-9-]+)\.[jt]s$/;

/**
 * Returns the migrations whose files are in a folder, ordered by number. The number and the name are those in the name of the file; the
 * file itself is loaded when the migration runs, so that the start of a service whose schema is up to date loads none. Each file exports
 * one migration. `effectsByNumber` has the effects of migrations whose files do not declare them.
 *
 * Throws an Error if the folder does not exist or has no migrations, or if two files have the same number. `up` of a migration throws an
 * Error if its file exports no migration with the number of the file name.
 */
export function findMigrations(
  folder: URL,
  effectsByNumber: Readonly<Record<number, MigrationEffects>> = {},
): readonly Migration[] {
  const migrations = readdirSync(folder)
    .flatMap((file): Migration[] => {
      const [, digits, name] = fileName.exec(file) ?? [];
      if (digits === undefined || name === undefined) return [];
      const number = Number(digits);
      const load = () => loadMigration(new URL(file, folder), number);
      const effects = async () => effectsByNumber[number] ?? (await effectsOf(await load()));
      const compatible = async () => isCompatible({ migration: await load() });
      return [{ number, name, effects, isCompatible: compatible, up: async (tx) => (await load()).up(tx) }];
    })
    .sort((one, other) => one.number - other.number);
  if (migrations.length === 0) throw new Error(`no migrations in ${folder.pathname}`);
  const duplicate = migrations.find(({ number }, at) => migrations[at - 1]?.number === number);
  if (duplicate) throw new Error(`two migrations in ${folder.pathname} have the number ${duplicate.number}`);
  return migrations;
}

async function loadMigration(file: URL, number: number): Promise<Migration> {
  const exported: Readonly<Record<string, Partial<Migration>>> = await import(file.href);
  const migration = Object.values(exported).find((each) => each.number === number);
  if (migration?.up === undefined) throw new Error(`${file.pathname} exports no migration with the number ${number}`);
  return migration as Migration;
}

/** Returns the effects that a migration declares; undefined if it declares none. */
export const effectsOf = async ({ effects }: Migration): Promise<MigrationEffects | undefined> =>
  typeof effects === 'function' ? effects() : effects;

/** The migrations of the service, ordered by number. */
export const migrations: readonly Migration[] = findMigrations(
  new URL('./migrations/', import.meta.url),
  effectsOfReleased,
);
