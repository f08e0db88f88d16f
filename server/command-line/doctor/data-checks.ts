// Checks the folders and files of a site, its environment variables and its secrets.
import { constants, existsSync } from 'node:fs';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBackupFolder } from '../../backup/backup-folder.ts';
import type { ServeConfig } from '../../config/config.ts';
import {
  dataOptions,
  type Environment,
  findUnknownVariables,
  serveOptions,
  settingName,
} from '../../config/options.ts';
import { listDatabaseUrls } from '../../config/postgres-url.ts';
import { findExposedPaths } from '../../exposed-paths.ts';
import { openStore } from '../../files/open-store.ts';
import { checkDiskSpace, checkFileStore } from '../../namespaces/site-health/health-tests.ts';
import { formatDataFolder, requireUsableDataFolder } from '../require-data-folder.ts';
import { type CheckResult, fromFinding, ok, problem, warning } from './check-result.ts';

/** Age from which on the latest backup is too old, in days. */
const maxBackupAgeDays = 7;

const dayMs = 24 * 60 * 60 * 1000;

/** Checks that the data folder exists and is writable. */
export async function checkDataFolder(config: ServeConfig): Promise<CheckResult> {
  const setting = settingName(config.sources, 'data');
  if (!existsSync(config.data))
    return problem(
      'data-folder',
      `The data folder ${formatDataFolder(config)} does not exist.`,
      `Correct ${setting}, or run octavo serve to create a site.`,
    );
  await requireUsableDataFolder(config);
  return ok('data-folder', `The data folder ${formatDataFolder(config)} is writable.`);
}

/**
 * Checks that other operating-system users cannot access the data. `secretFiles` are further files that contain or may contain passwords:
 * `.env`, and the configuration file.
 */
export async function checkPermissions(config: ServeConfig, secretFiles: readonly string[]): Promise<CheckResult[]> {
  const folders = [config.backups, ...(config.files.startsWith('s3://') ? [] : [config.files])];
  const exposed = await findExposedPaths({ data: config.data, others: [...folders, ...secretFiles] });
  if (exposed.length === 0)
    return [ok('file-permissions', 'Only the operating-system user of the service can access the data.')];
  return exposed.map(({ path: exposedPath, mode }) =>
    warning(
      'file-permissions',
      `Other operating-system users can access ${exposedPath} (mode ${mode}).`,
      `Run: chmod -R go= ${exposedPath}`,
    ),
  );
}

/** Checks the free space on the disk of the data folder. */
export const checkDisk = async ({ data }: ServeConfig): Promise<CheckResult> =>
  fromFinding('disk-space', await checkDiskSpace({ dataFolder: data }));

/** Checks that files can be stored: in a bucket with a temporary object, in a folder by its permissions. */
export async function checkFiles({ files, sources }: ServeConfig, env: Environment): Promise<CheckResult> {
  const setting = settingName(sources, 'files');
  if (!files.startsWith('s3://')) return checkFilesFolder(path.resolve(files), setting);
  const workFolder = await mkdtemp(path.join(tmpdir(), 'octavo-doctor-'));
  try {
    const store = await openStore(files, workFolder, env);
    return fromFinding('files', await checkFileStore({ files: store }));
  } catch (error) {
    return problem(
      'files',
      `The bucket ${files.split('?', 1)[0]} cannot be used: ${(error as Error).message}.`,
      `Check ${setting}, the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the permissions of the bucket.`,
    );
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function checkFilesFolder(folder: string, setting: string): Promise<CheckResult> {
  const found = await stat(folder).catch(() => undefined);
  if (!found)
    return warning(
      'files',
      `The folder for files, ${folder} (${setting}), does not exist.`,
      'The service creates it when it starts. If files have been uploaded, check whether a disk is not mounted.',
    );
  if (!found.isDirectory())
    return problem('files', `${folder} (${setting}) is not a folder.`, `Set ${setting} to a folder.`);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      'files',
      `The folder for files, ${folder} (${setting}), is not writable.`,
      'Give the operating-system user of the service access to it.',
    );
  }
  return ok('files', `The folder for files, ${folder}, is writable.`);
}

/** Checks the age of the latest backup. */
export async function checkBackups({ backups, sources }: ServeConfig, now: number): Promise<CheckResult> {
  const setting = settingName(sources, 'backups');
  const action = 'Run octavo backup create every day, and copy the backups to another machine.';
  const [latest] = (await openBackupFolder(backups).list()).filter(({ state }) => state === 'ready');
  if (!latest) return warning('backups', `There is no backup in ${path.resolve(backups)} (${setting}).`, action);
  const days = Math.floor((now - Date.parse(latest.made)) / dayMs);
  const age = days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
  const message = `The latest backup, ${latest.id}, is ${age} old.`;
  return days > maxBackupAgeDays ? warning('backups', message, action) : ok('backups', message);
}

/** Finds environment variables that look like settings but have no effect. */
export function checkVariables(env: Environment): CheckResult {
  const unknown = findUnknownVariables(env);
  if (unknown.length === 0) return ok('environment', 'All environment variables that begin with OCTAVO_ are known.');
  return warning(
    'environment',
    `Environment variables without effect: ${unknown.join(', ')}.`,
    'If they are meant as settings, correct their names; docs/configuration.md lists all.',
  );
}

/** Checks how passwords are passed to the service. `isInitialized` is whether the site has been created. */
export function checkSecrets(
  { values, sources }: Pick<ServeConfig, 'sources'> & { readonly values: Readonly<Record<string, string>> },
  env: Environment,
  isInitialized: boolean,
): CheckResult[] {
  const exposed = [...serveOptions, ...dataOptions].filter(
    ({ flag, isSecret }) => isSecret && sources[flag] === 'option' && containsPassword(values[flag] ?? ''),
  );
  const results = exposed.map(({ flag, variable }) =>
    warning(
      'secrets',
      `The option --${flag} contains a password, which every user of the operating system can read in the list of processes.`,
      `Set the environment variable ${variable} instead.`,
    ),
  );
  if (env.OCTAVO_ADMIN_PASSWORD && isInitialized)
    results.push(
      warning(
        'secrets',
        'OCTAVO_ADMIN_PASSWORD is set, although the site already has an administrator.',
        'Remove the variable; it has no effect any more.',
      ),
    );
  return results.length > 0 ? results : [ok('secrets', 'No secret is passed in an unsafe way.')];
}

/** Whether a URL, or one of those in a list, contains a password. */
const containsPassword = (value: string): boolean =>
  [value, ...listDatabaseUrls(value)].some((url) => URL.canParse(url) && new URL(url).password !== '');
