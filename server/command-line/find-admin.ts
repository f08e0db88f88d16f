// Finds the folder of the admin, which is a separate package (admin/README.md).
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The name of the package. */
const packageName = 'octavo-admin';

/** The build in this repository; packages of Octavo do not contain it. */
const ownBuild = fileURLToPath(new URL('../../admin/dist', import.meta.url));

/**
 * Returns the folder with the built admin: that of the package `octavo-admin`, if programs in the data folder or in the folder of the service
 * can import it, otherwise that of this repository. Returns undefined if there is none.
 */
export function findAdminFolder(dataFolder: string): string | undefined {
  const importers = [path.resolve(dataFolder, 'octavo.config.js'), import.meta.url];
  const installed = importers.map(folderFor).find((folder) => folder !== undefined);
  return installed ?? (existsSync(ownBuild) ? ownBuild : undefined);
}

/** Returns the folder of the package for a file that imports it; undefined if it cannot be found. */
function folderFor(importer: string): string | undefined {
  try {
    return path.join(path.dirname(createRequire(importer).resolve(`${packageName}/package.json`)), 'dist');
  } catch {
    return undefined;
  }
}
