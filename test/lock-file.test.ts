// Tests that package-lock.json has every package for every platform. If one is missing, `npm ci` fails, but only on the
// platforms or with the npm versions that need it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly engines?: Readonly<Record<string, string>>;
}

const manifest: LockedPackage = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** Returns the names of all required and optional dependencies of a package, for any platform. */
function dependenciesOf(each: LockedPackage): string[] {
  const peers = Object.keys(each.peerDependencies ?? {}).filter((name) => !each.peerDependenciesMeta?.[name]?.optional);
  const others = [each.dependencies, each.optionalDependencies, each.devDependencies];
  return [...others.flatMap((names) => Object.keys(names ?? {})), ...peers];
}

/** Whether Node finds a package in the `node_modules` of a folder or of one of its parent folders. */
function isFound(folder: string, name: string): boolean {
  for (
    let folderPath = folder;
    ;
    folderPath = folderPath.slice(0, Math.max(0, folderPath.lastIndexOf('/node_modules/')))
  ) {
    if (`${folderPath === '' ? '' : `${folderPath}/`}node_modules/${name}` in lock.packages) return true;
    if (folderPath === '') return false;
  }
}

it('.npmrc runs no install scripts, and installs no version that is younger than seven days', () => {
  const settings = readFileSync('.npmrc', 'utf8').split('\n');
  for (const setting of ['ignore-scripts=true', 'min-release-age=7']) assert.ok(settings.includes(setting), setting);
});

describe('package-lock.json', () => {
  it('has every dependency of every package, for all platforms', () => {
    const missing = Object.entries(lock.packages).flatMap(([folder, each]) =>
      dependenciesOf(each)
        .filter((name) => !isFound(folder, name))
        .map((name) => `${name}, needed by ${folder || 'package.json'}`),
    );
    assert.deepEqual(missing, []);
  });

  it('has the checksum of every package', () => {
    const unchecked = Object.entries(lock.packages).filter(([folder, { integrity }]) => folder !== '' && !integrity);
    assert.deepEqual(unchecked, []);
  });

  it('matches package.json', () => {
    const { '': root } = lock.packages;
    for (const part of ['dependencies', 'devDependencies', 'optionalDependencies', 'engines'] as const)
      assert.deepEqual(root?.[part], manifest[part], part);
  });

  it('states the C library of packages, which npm 10 omits when it writes the file', () => {
    const wrong = Object.entries(lock.packages)
      .filter(([folder]) => /musl(-|$)/.test(folder))
      .filter(([, { libc }]) => libc?.join() !== 'musl');
    assert.deepEqual(wrong, []);
  });
});
