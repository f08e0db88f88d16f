// npm run dependencies: checks the packages that this repository uses (docs/decisions/dependencies.md): their licenses, whether they need
// install scripts, and whether package.json declares exactly those that the code uses. Prints one line for each problem.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  findDependencyProblems,
  type Manifest,
  usedIndirectly,
  usedIndirectlyByAdmin,
} from './dependencies/imports.ts';
import {
  findInstallScripts,
  type InstalledPackage,
  needlessScripts,
  needlessScriptsOfAdmin,
} from './dependencies/install-scripts.ts';
import {
  adminLicenseExceptions,
  findLicenseProblems,
  type LicensedPackage,
  type LicenseException,
  licenseExceptions,
} from './dependencies/licenses.ts';

const page = 'docs/decisions/dependencies.md';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

/** The package.json of an installed package. Old packages have a list of licenses. */
interface InstalledManifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

/** A package of this repository with its own lock file. */
interface OwnPackage {
  /** The folder, with a trailing slash; empty for the root. */
  readonly folder: string;
  readonly exceptions: readonly LicenseException[];
  /** Packages that are declared although no file uses them, with the reason. */
  readonly indirect: Readonly<Record<string, string>>;
  /** Packages that work although their install script never runs, with the reason. */
  readonly needlessScripts: Readonly<Record<string, string>>;
  /** Licenses of packages that the lock file does not contain, because the packages declare them in an outdated form. */
  readonly knownLicenses: Readonly<Record<string, string>>;
}

const ownPackages: readonly OwnPackage[] = [
  { folder: '', exceptions: licenseExceptions, indirect: usedIndirectly, needlessScripts, knownLicenses: {} },
  {
    folder: 'admin/',
    exceptions: adminLicenseExceptions,
    indirect: usedIndirectlyByAdmin,
    needlessScripts: needlessScriptsOfAdmin,
    knownLicenses: { 'computed-style': 'MIT', 'gradient-parser': 'MIT' },
  },
];

/** A package in a lock file, as the checks see it. */
interface CheckedPackage extends LicensedPackage, InstalledPackage {}

/** Returns the packages in the lock file of a package. Those that are not installed are checked as far as the lock file describes them. */
function lockedPackages({ folder: root, knownLicenses }: OwnPackage): CheckedPackage[] {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = readJson(`${root}package-lock.json`);
  return Object.entries(lock.packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, locked]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const file = path.join(root, folder, 'package.json');
      const installed: InstalledManifest | undefined = existsSync(file) ? readJson(file) : undefined;
      const license =
        locked.license ??
        installed?.license ??
        installed?.licenses?.map(({ type }) => type).join(' AND ') ??
        knownLicenses[name];
      return {
        ...{ name, license, isRuntime: !locked.dev, hasInstallScript: locked.hasInstallScript === true },
        ...(installed && {
          scripts: installed.scripts ?? {},
          hasBinding: installed.gypfile !== false && existsSync(path.join(root, folder, 'binding.gyp')),
        }),
      };
    });
}

/** All source files. Style sheets are represented by the packages that they import. */
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', 'admin/*.css'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))
  .map((file) => ({ path: file, text: textOf(file) }));

function textOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.css') ? (text.match(/@import "[^"]+";/g) ?? []).map((line) => line.slice(1)).join('\n') : text;
}

const text = readFileSync(page, 'utf8');
const undocumented = ownPackages
  .flatMap(({ exceptions }) => exceptions)
  .filter(({ packages: names }) => !text.includes(`\`${names}\``))
  .map(({ packages: names }) => `${page} does not name the license exception for ${names}.`);

/** Whether a file belongs to the package of the admin. Its browser tests use the packages of the service. */
const isOfAdmin = (file: string): boolean => file.startsWith('admin/') && !file.startsWith('admin/test/');

const checked = ownPackages.map((own) => {
  const packages = lockedPackages(own);
  const manifest: Manifest = readJson(`${own.folder}package.json`);
  const ownFiles = files.filter((file) => isOfAdmin(file.path) === (own.folder === 'admin/'));
  return {
    packages,
    problems: [
      ...findLicenseProblems(packages, own.exceptions),
      ...findInstallScripts(packages, own.needlessScripts),
      ...findDependencyProblems(manifest, ownFiles, (name) => programsOf(own.folder, name), own.indirect),
    ],
  };
});
const problems = [...undocumented, ...checked.flatMap((each) => each.problems)];
for (const problem of problems) console.log(problem);
const packages = checked.flatMap((each) => each.packages);
const runtime = packages.filter(({ isRuntime }) => isRuntime).length;
console.log(
  `${packages.length} packages in the lock files, ${runtime} of them for production; ${problems.length} problems.`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns the names of the programs of a package. */
function programsOf(folder: string, name: string): readonly string[] {
  const file = path.join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return [];
  const { bin = {} } = readJson<InstalledManifest>(file);
  return typeof bin === 'string' ? [path.basename(name)] : Object.keys(bin);
}
