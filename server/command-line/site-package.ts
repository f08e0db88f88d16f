// Decides on which package of Octavo a new site depends.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../version.ts';
import { CommandError } from './command.ts';

/** The root folder of the running package. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** The package on which a site depends. */
export interface SitePackage {
  /** The version in `package.json`: a version range, or `file:` with the name of a file in the folder of the site. */
  readonly dependency: string;
  /** The file that is copied into the folder of the site, with its name there. */
  readonly file?: { readonly path: string; readonly name: string };
}

/**
 * Returns the package that the option `--package` names. Without it, returns the running package: the file from which npm has
 * installed it, or its version if it was installed from a registry.
 *
 * Throws CommandError if the option is invalid, the file does not exist, or the service runs from a clone of the repository.
 */
export function choosePackage(option: string | undefined): SitePackage {
  if (option === undefined) return runningPackage();
  if (isArchive(option)) return archive(path.resolve(option));
  if (/^[~^]?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?$|^(?:latest|next)$/.test(option)) return { dependency: option };
  throw new CommandError(
    `The option --package must be a file such as octavo-${version()}.tgz or a version such as ^${version()}, not ${JSON.stringify(option)}.`,
  );
}

const isArchive = (name: string): boolean => /\.(?:tgz|tar\.gz)$/.test(name);

function archive(file: string): SitePackage {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`No such file: ${file}.`);
  const base = path.basename(file);
  // npm interprets some characters of a file name as parts of a URL.
  const name = /^[\w.-]+$/.test(base) ? base : 'octavo.tgz';
  return { dependency: `file:${name}`, file: { path: file, name } };
}

function runningPackage(): SitePackage {
  const modules = path.dirname(packageRoot);
  if (path.basename(modules) !== 'node_modules')
    throw new CommandError(
      `A site cannot depend on a clone of the repository: run npm run pack, and add --package dist/octavo-${version()}.tgz.`,
    );
  const file = installedArchive(modules);
  if (file === undefined) return { dependency: `^${version()}` };
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return archive(file);
  throw new CommandError(
    `The file ${file}, from which npm has installed this package, does not exist; name another one with --package.`,
  );
}

/** Returns the path of the archive from which npm has installed the running package; undefined if it came from a registry. */
function installedArchive(modules: string): string | undefined {
  const resolved = resolvedPackage(modules);
  if (!resolved?.startsWith('file:') || !isArchive(resolved)) return undefined;
  return path.resolve(modules, '..', decodeURIComponent(resolved.slice('file:'.length)));
}

/** Returns the origin of the running package as npm has recorded it, if it has. */
function resolvedPackage(modules: string): string | undefined {
  try {
    const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')) as {
      packages?: Readonly<Record<string, { readonly resolved?: string }>>;
    };
    return packages?.['node_modules/octavo']?.resolved;
  } catch {
    // Other package managers write no such file.
    return undefined;
  }
}
