// Finds the admin, which is a separate package (admin/README.md).
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServeConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { settingName } from '../config/options.ts';
import { type AdminFiles, findAdminFiles, isAdminFolder, readChangingAdminFiles } from '../edge/admin/admin-files.ts';

/** The name of the package. */
export const adminPackage = 'octavo-admin';

/** The build in this repository; packages of Octavo do not contain it. */
const ownBuild = fileURLToPath(new URL('../../admin/dist', import.meta.url));

/** A built admin. */
export interface Admin {
  /** The folder with its files. */
  readonly folder: string;
  /** The version of the package; undefined for a folder that does not belong to the package. */
  readonly version: string | undefined;
}

/** The settings that determine the admin. */
export type AdminLocation = Pick<ServeConfig, 'data' | 'admin' | 'sources'>;

/**
 * Returns the admin: that in the configured folder, otherwise that of the package `octavo-admin`, if programs in the data folder or in the
 * folder of the service can import it, otherwise that of this repository. Returns undefined if there is none. Throws ConfigError if the
 * configured folder contains no admin.
 */
export function findAdmin({ data, admin, sources }: AdminLocation): Admin | undefined {
  if (admin !== undefined) {
    const folder = path.resolve(admin);
    if (!isAdminFolder(folder)) throw new ConfigError(`No admin in ${folder} (${settingName(sources, 'admin')}).`);
    return { folder, version: versionOf(folder) };
  }
  const importers = [path.resolve(data, 'octavo.config.js'), import.meta.url];
  const folders = [...importers.flatMap((importer) => installedFolder(importer) ?? []), ownBuild];
  const folder = folders.find(isAdminFolder);
  return folder === undefined ? undefined : { folder, version: versionOf(folder) };
}

/**
 * Returns a function that returns the files of the admin; undefined if there is none. A configured folder is that of a build in progress
 * (`npm run admin -- --watch`), so its files may change; those of a package are read once. Throws ConfigError like `findAdmin`.
 */
export function openAdminFiles(location: AdminLocation): () => AdminFiles | undefined {
  const found = findAdmin(location);
  if (!found) return () => undefined;
  if (location.admin !== undefined) return readChangingAdminFiles(found.folder);
  const files = findAdminFiles(found.folder);
  return () => files;
}

/** Returns the folder of the build in the package for a file that imports it; undefined if the package cannot be found. */
function installedFolder(importer: string): string | undefined {
  try {
    return path.join(path.dirname(createRequire(importer).resolve(`${adminPackage}/package.json`)), 'dist');
  } catch {
    return undefined;
  }
}

/** Returns the version of the package whose build is in a folder; undefined if there is no such package. */
function versionOf(folder: string): string | undefined {
  const manifest = path.join(folder, '../package.json');
  if (!existsSync(manifest)) return undefined;
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; version?: string };
  return name === adminPackage ? version : undefined;
}
