// Decides on which package of Octavo a new site depends.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../version.ts';
import { CommandError, UsageError } from './command.ts';

/** The root folder of the running package. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** The package on which a site depends. */
export interface SitePackage {
  /** The version in `package.json`: a version range, a URL, or `file:` with the name of a file in the folder of the site. */
  readonly dependency: string;
  /** The file that is copied into the folder of the site, with its name there. */
  readonly file?: { readonly path: string; readonly name: string };
}

/**
 * Returns the package that the option `--package` names. Without it, returns the package in `root`, the running one, as npm has recorded its
 * origin: the file from which npm has installed it, its version if it came from a registry, or the URL from which npm has downloaded it.
 *
 * Throws UsageError if the option is invalid, or is missing and the origin is unknown or can no longer be installed. Throws CommandError if
 * the file in the option does not exist.
 */
export function choosePackage(option: string | undefined, root = packageRoot): SitePackage {
  if (option === undefined) return runningPackage(root);
  if (isArchive(option)) {
    const file = path.resolve(option);
    if (!isFile(file)) throw new CommandError(`No such file: ${file}.`);
    return archive(file);
  }
  if (/^[~^]?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?$|^(?:latest|next)$/.test(option)) return { dependency: option };
  throw new UsageError(
    `The option --package must be a file such as octavo-${version()}.tgz or a version such as ^${version()}, not ${JSON.stringify(option)}.`,
  );
}

const isArchive = (name: string): boolean => /\.(?:tgz|tar\.gz)$/.test(name);

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

function archive(file: string): SitePackage {
  const base = path.basename(file);
  // npm interprets some characters of a file name as parts of a URL.
  const name = /^[\w.-]+$/.test(base) ? base : 'octavo.tgz';
  return { dependency: `file:${name}`, file: { path: file, name } };
}

function runningPackage(root: string): SitePackage {
  const modules = path.dirname(root);
  if (path.basename(modules) !== 'node_modules')
    throw new UsageError(
      `A site cannot depend on a clone of the repository: run npm run pack, and add --package dist/octavo-${version()}.tgz.`,
    );
  const { resolved = '', version: installed = version() } = recordedPackage(modules) ?? {};
  if (resolved.startsWith('file:') && isArchive(resolved)) {
    const file = path.resolve(modules, '..', decodeURIComponent(resolved.slice('file:'.length)));
    if (isFile(file)) return archive(file);
    throw new UsageError(
      `The file ${file}, from which npm has installed this package, does not exist; name another one with --package.`,
    );
  }
  if (/^https?:\/\//.test(resolved))
    return { dependency: resolved.endsWith(`/octavo/-/octavo-${installed}.tgz`) ? `^${installed}` : resolved };
  throw new UsageError(
    `npm has not recorded from where this package was installed; add --package FILE with the file octavo-${version()}.tgz.`,
  );
}

/** A package in a lock file of npm. */
interface RecordedPackage {
  readonly version?: string;
  /** The URL of the package: in a registry (`…/octavo/-/octavo-VERSION.tgz`) or elsewhere, or `file:` with a relative path. */
  readonly resolved?: string;
}

/**
 * Returns what npm has recorded about the running package. Returns undefined for global installations and for those of other package
 * managers, which do not write the lock file that this reads.
 */
function recordedPackage(modules: string): RecordedPackage | undefined {
  try {
    const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')) as {
      packages?: Readonly<Record<string, RecordedPackage>>;
    };
    return packages?.['node_modules/octavo'];
  } catch {
    return undefined;
  }
}
