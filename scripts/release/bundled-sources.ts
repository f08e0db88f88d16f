// Writes the archive with the exact sources of all packages that the admin contains. Their licenses require that a release offers them.
import { createWriteStream, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ArchivedFile, archive } from './tar.ts';

/** A package in the list that the build of the admin writes. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The packages in a lock file, by their folders. */
type LockedPackages = Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;

/** A bundled package as it is installed. */
interface SourcePackage extends BundledPackage {
  /** The folder in which it is installed. */
  readonly folder: string;
  /** The checksum of the archive in the npm registry. */
  readonly integrity: string;
}

/**
 * Writes the archive `octavo-admin-VERSION-sources.tar.gz` to a folder, and returns its name. It contains the packages as npm has
 * installed them from the lock file of the admin, with all of their files. The same packages result in the same bytes.
 *
 * Rejects if an installed package differs from the lock file, or if a package under the GPL contains no sources.
 */
export async function writeBundledSources(admin: string, version: string, folder: string): Promise<string> {
  const base = `octavo-admin-${version}-sources`;
  const packages = findSourcePackages(admin);
  const files: ArchivedFile[] = [
    { name: `${base}/README.md`, read: () => Buffer.from(formatReadme(version, packages)) },
  ];
  for (const each of packages) {
    const names = listFiles(each.folder);
    requireSources(each, names);
    for (const name of names)
      files.push({
        name: `${base}/packages/${each.name}@${each.version}/${name}`,
        read: () => readFileSync(path.join(each.folder, name)),
      });
  }
  const name = `${base}.tar.gz`;
  await pipeline(Readable.from(archive(files)), createGzip(), createWriteStream(path.join(folder, name)));
  return name;
}

/** Returns the packages that the built admin contains, as they are installed. Throws Error if one differs from the lock file. */
export function findSourcePackages(admin: string): SourcePackage[] {
  const bundled: readonly BundledPackage[] = readJson(path.join(admin, 'dist/packages.json'));
  const locked = lockedPackages(path.join(admin, 'package-lock.json'));
  const installed = lockedPackages(path.join(admin, 'node_modules/.package-lock.json'));
  return bundled.map((each) => {
    const [location, found] =
      Object.entries(locked).find(
        ([folder, { version }]) => folder.endsWith(`node_modules/${each.name}`) && version === each.version,
      ) ?? [];
    const integrity = found?.integrity;
    if (location === undefined || integrity === undefined)
      throw new Error(`admin/package-lock.json does not contain ${each.name} ${each.version}; run npm run admin.`);
    if (installed[location]?.integrity !== integrity)
      throw new Error(`${location} is not installed as in admin/package-lock.json; run npm ci in the folder admin.`);
    return { ...each, folder: path.join(admin, location), integrity };
  });
}

const lockedPackages = (file: string): LockedPackages => readJson<{ packages: LockedPackages }>(file).packages;

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns the files of a package, except the packages that are installed in it, in alphabetical order. */
const listFiles = (folder: string): string[] =>
  globSync('**', { cwd: folder, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();

/**
 * Throws Error if a package under the GPL contains neither the folder `src` nor source maps with the sources: the compiled code alone would
 * not be enough.
 */
function requireSources({ name, license, folder }: SourcePackage, files: readonly string[]): void {
  if (!license.startsWith('GPL') || files.some((file) => file.startsWith('src/'))) return;
  const maps = files.filter((file) => file.endsWith('.map'));
  const hasSources = maps.some((file) => {
    const { sourcesContent = [] }: { sourcesContent?: (string | null)[] } = readJson(path.join(folder, file));
    return sourcesContent.some((text) => text !== null);
  });
  if (!hasSources) throw new Error(`The package ${name} contains no sources, which its license requires.`);
}

const formatReadme = (
  version: string,
  packages: readonly SourcePackage[],
): string => `# Sources of octavo-admin ${version}

This archive contains all packages whose code is part of octavo-admin ${version}, exactly as their authors have published them in the npm
registry. The sources of octavo-admin itself, with which the packages are combined, are in the folder \`sources\` of the package.
Packages without a folder \`src\` have their sources in source maps, or are themselves sources.

| Package | License | Checksum of the archive in the registry |
| --- | --- | --- |
${packages.map((each) => `| ${each.name} ${each.version} | ${each.license} | ${each.integrity} |\n`).join('')}`;
