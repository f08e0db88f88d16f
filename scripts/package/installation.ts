// Measures an installation of the package.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageNames } from '../../server/launcher/installed-node.js';

const execute = promisify(execFile);

/** An installation of the package in a project. */
export interface Installation {
  /** Size on disk of all packages except those with Node.js, in megabytes (a million bytes). */
  readonly megabytes: number;
  /** Number of packages except those with Node.js. */
  readonly packages: number;
  /** The largest packages, with their sizes. */
  readonly largest: string;
  /** Names of the packages with an install script that was not run and whose result is missing. */
  readonly needingScripts: readonly string[];
  /** Path of the executable that runs the service. */
  readonly node: string;
}

/** Measures the packages in a project. */
export async function describeInstallation(project: string): Promise<Installation> {
  const lock = JSON.parse(readFileSync(path.join(project, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const nodePackages = Object.values(packageNames);
  const folders = Object.keys(lock.packages).filter((name) => !nodePackages.includes(path.basename(name)));
  const isTopLevel = (name: string) => name.split('node_modules/').length === 2;
  const sizes = await Promise.all(
    folders.filter(isTopLevel).map(async (name) => {
      const { stdout } = await execute('du', ['-sk', name], { cwd: project });
      return { name: name.replace('node_modules/', ''), bytes: Number.parseInt(stdout, 10) * 1024 };
    }),
  );
  sizes.sort((one, other) => other.bytes - one.bytes);
  const megabytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const largest = sizes.slice(0, 8).map(({ name, bytes }) => `${name} ${(bytes / 1e6).toFixed(1)}`);
  return {
    megabytes,
    packages: folders.length,
    largest: largest.join(', '),
    needingScripts: folders.filter((name) => lock.packages[name]?.hasInstallScript && !isLoadable(project, name)),
    node: await nodeOf(project),
  };
}

/** Whether a package works without its install script. */
function isLoadable(project: string, folder: string): boolean {
  try {
    createRequire(path.join(project, 'package.json'))(path.join(project, folder));
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of the Node.js executable that npm has installed in a project. */
export async function nodeOf(project: string): Promise<string> {
  const name = packageNames[`${process.platform}-${process.arch}`];
  return path.join(project, 'node_modules', name ?? '', 'bin/node');
}
