// Decides on which packages of Octavo a new site depends.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../version.ts';
import { CommandError, UsageError } from './command.ts';
import { adminPackage } from './find-admin.ts';

/** The root folder of the running package. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** A package on which a site depends. */
export interface SitePackage {
  /** The version in `package.json`: a version range, a URL, or `file:` with the name of a file in the folder of the site. */
  readonly dependency: string;
  /** The file that is copied into the folder of the site, with its name there. */
  readonly file?: { readonly path: string; readonly name: string };
}

/** The packages on which a site depends. */
export interface SitePackages {
  readonly octavo: SitePackage;
  /** The admin; undefined for a site without it. */
  readonly admin: SitePackage | undefined;
}

/** The values of the options `--package` and `--admin-package`. */
export interface PackageOptions {
  readonly octavo?: string | undefined;
  readonly admin?: string | undefined;
}

/**
 * Returns the packages that the options name. Without `--package`, the site depends on the package in `root`, the running one, as npm has
 * recorded its origin: the file from which npm has installed it, its version if it came from a registry, or the URL from which npm has
 * downloaded it.
 *
 * Without `--admin-package`, the site depends on the admin that is installed beside the running package, according to its recorded origin;
 * otherwise on the same version as the service if that comes from a registry, or on the file `octavo-admin-VERSION.tgz` in the same folder as
 * the file of the service.
 *
 * Throws UsageError if an option is invalid, or is missing and the origin is unknown or can no longer be installed. Throws CommandError if
 * the file in an option does not exist.
 */
export function choosePackages(options: PackageOptions, root = packageRoot): SitePackages {
  const octavo = namedPackage('package', 'octavo', options.octavo) ?? runningPackage(root);
  return { octavo, admin: chooseAdmin(options, octavo, root) };
}

/** Returns the package that an option names; undefined if the option is missing. */
function namedPackage(flag: string, name: string, option: string | undefined): SitePackage | undefined {
  if (option === undefined) return undefined;
  if (isArchive(option)) {
    const file = path.resolve(option);
    if (!isFile(file)) throw new CommandError(`No such file: ${file}.`);
    return archive(file, name);
  }
  if (/^[~^]?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?$|^(?:latest|next)$/.test(option)) return { dependency: option };
  throw new UsageError(
    `The option --${flag} must be a file such as ${name}-${version()}.tgz or a version such as ^${version()}, not ${JSON.stringify(option)}.`,
  );
}

const isArchive = (name: string): boolean => /\.(?:tgz|tar\.gz)$/.test(name);

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

function archive(file: string, packageName: string): SitePackage {
  const base = path.basename(file);
  // npm interprets some characters of a file name as parts of a URL.
  const name = /^[\w.-]+$/.test(base) ? base : `${packageName}.tgz`;
  return { dependency: `file:${name}`, file: { path: file, name } };
}

function runningPackage(root: string): SitePackage {
  const modules = path.dirname(root);
  if (path.basename(modules) !== 'node_modules')
    throw new UsageError(
      `A site cannot depend on a clone of the repository: run npm run pack, and add --package dist/octavo-${version()}.tgz.`,
    );
  const found = recordedOrigin(modules, 'octavo', 'package');
  if (found) return found;
  throw new UsageError(
    `npm has not recorded from where this package was installed; add --package FILE with the file octavo-${version()}.tgz.`,
  );
}

/** Returns the admin for a site that depends on a package of the service; undefined for a site without the admin. */
function chooseAdmin(options: PackageOptions, octavo: SitePackage, root: string): SitePackage | undefined {
  if (options.admin === 'none') return undefined;
  const named = namedPackage('admin-package', adminPackage, options.admin);
  if (named) return named;
  const modules = path.dirname(root);
  const isInstalled = options.octavo === undefined && path.basename(modules) === 'node_modules';
  const recorded = isInstalled ? recordedOrigin(modules, adminPackage, 'admin-package') : undefined;
  if (recorded) return recorded;
  const { dependency, file } = octavo;
  if (!file && !/^https?:/.test(dependency)) return { dependency };
  const name = `${adminPackage}-${version()}.tgz`;
  const beside = file && path.join(path.dirname(file.path), name);
  if (beside !== undefined && isFile(beside)) return archive(beside, adminPackage);
  throw new UsageError(
    `The admin is a package of its own: add --admin-package FILE with the file ${name}, or --admin-package none for a site without it.`,
  );
}

/** A package in a lock file of npm. */
interface RecordedPackage {
  readonly version?: string;
  /** The URL of the package: in a registry (`…/octavo/-/octavo-VERSION.tgz`) or elsewhere, or `file:` with a relative path. */
  readonly resolved?: string;
}

/**
 * Returns an installed package as npm has recorded its origin; undefined if npm has not. Throws UsageError if the file from which npm has
 * installed it does not exist any more; `flag` is the option that names another one.
 */
function recordedOrigin(modules: string, name: string, flag: string): SitePackage | undefined {
  const { resolved = '', version: installed = version() } = recordedPackage(modules, name) ?? {};
  if (resolved.startsWith('file:') && isArchive(resolved)) {
    const file = path.resolve(modules, '..', decodeURIComponent(resolved.slice('file:'.length)));
    if (isFile(file)) return archive(file, name);
    throw new UsageError(
      `The file ${file}, from which npm has installed this package, does not exist; name another one with --${flag}.`,
    );
  }
  if (!/^https?:\/\//.test(resolved)) return undefined;
  return { dependency: resolved.endsWith(`/${name}/-/${name}-${installed}.tgz`) ? `^${installed}` : resolved };
}

/**
 * Returns what npm has recorded about an installed package. Returns undefined for global installations and for those of other package
 * managers, which do not write the lock file that this reads.
 */
function recordedPackage(modules: string, name: string): RecordedPackage | undefined {
  try {
    const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')) as {
      packages?: Readonly<Record<string, RecordedPackage>>;
    };
    return packages?.[`node_modules/${name}`];
  } catch {
    return undefined;
  }
}
