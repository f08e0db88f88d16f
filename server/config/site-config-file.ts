// Finds the configuration file of a site.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DataConfig } from './config.ts';

/** Names of the configuration file; the first one that exists in a folder is used. */
export const siteConfigNames = ['octavo.config.ts', 'octavo.config.mts', 'octavo.config.js', 'octavo.config.mjs'];

/** Permission bit of folders that every user of the operating system can write to. */
const WORLD_WRITABLE = 0o002;

/**
 * Returns the absolute path of the configuration file of a site: the configured one, even if it does not exist, or the one in the data
 * folder, or the one in the folder that contains the data folder, as in a project. Returns undefined if there is none.
 *
 * The file depends only on the data folder and not on the current folder, so that all commands for a site use the same one. The containing
 * folder is ignored if every user can write to it, like `/tmp`, because the file is executed.
 */
export function findSiteConfig({ data, config }: Pick<DataConfig, 'data' | 'config'>): string | undefined {
  if (config !== undefined) return path.resolve(config);
  const folder = path.resolve(data);
  const project = path.dirname(folder);
  const folders = isWorldWritable(project) ? [folder] : [folder, project];
  return folders
    .flatMap((each) => siteConfigNames.map((name) => path.join(each, name)))
    .find((file) => existsSync(file));
}

/** Whether every user can create files in a folder; on Windows, where modes do not express that, false. */
export function isWorldWritable(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & WORLD_WRITABLE) !== 0;
}
