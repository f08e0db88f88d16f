// Provides the packed packages to tests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildAdminPackage } from '../scripts/package/build-admin.ts';
import { buildPackage, packPackage } from '../scripts/package/build-package.ts';
import { packageVersion } from '../scripts/package/manifest.ts';
import { listTrackedFiles } from '../scripts/package/sources.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The folder of the tarballs of previous runs. */
const cache = path.join(root, 'node_modules/.cache/octavo-packed');

/** Maximum time for which another process may build the same tarball, in milliseconds. */
const buildTimeoutMs = 300_000;

/** A package that tests install. */
interface PackedPackage {
  readonly name: string;
  /** The files that determine the content of the tarball. */
  readonly sources: readonly string[];
  readonly build: (folder: string) => void | Promise<void>;
}

const octavo: PackedPackage = {
  name: 'octavo',
  sources: [
    ...['contract', 'extensions', 'project-template', 'scripts/package', 'server', 'themes'],
    ...['LICENSE', 'README.md', 'package-lock.json', 'package.json', 'tsconfig.json'],
  ],
  build: buildPackage,
};

const admin: PackedPackage = {
  name: 'octavo-admin',
  sources: ['admin', 'scripts/package', 'package.json'],
  build: buildAdminPackage,
};

const tarballs = new Map<PackedPackage, Promise<string>>();

/**
 * Returns the path of the tarball `octavo-VERSION.tgz` that `npm run pack` creates. It is built once for the same sources, even if several
 * processes need it at the same time. The first call takes about ten seconds of CPU time.
 */
export const packedTarball = (): Promise<string> => pack(octavo);

/** Returns the path of the tarball `octavo-admin-VERSION.tgz` in the same way. */
export const packedAdmin = (): Promise<string> => pack(admin);

function pack(which: PackedPackage): Promise<string> {
  const known = tarballs.get(which) ?? findOrBuild(which);
  tarballs.set(which, known);
  return known;
}

async function findOrBuild({ name, sources, build }: PackedPackage): Promise<string> {
  const folder = path.join(cache, `${name}-${hashFiles(sources)}`);
  const file = path.join(folder, `${name}-${packageVersion()}.tgz`);
  mkdirSync(cache, { recursive: true });
  const lock = `${folder}.lock`;
  for (const began = performance.now(); !existsSync(file); await pause(100)) {
    if (performance.now() - began > buildTimeoutMs)
      throw new Error(`Another process has not finished; delete ${lock}.`);
    if (!tryLock(lock)) continue;
    try {
      await buildTarball(build, folder);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return file;
}

/** Creates a folder that keeps other processes from building; returns false if it exists. */
function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

async function buildTarball(build: PackedPackage['build'], folder: string): Promise<void> {
  const work = mkdtempSync(path.join(cache, 'build-'));
  try {
    await build(path.join(work, 'package'));
    const packed = path.join(work, 'packed');
    await packPackage(path.join(work, 'package'), packed);
    if (!existsSync(folder)) renameSync(packed, folder);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function hashFiles(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of listTrackedFiles(sources)) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
