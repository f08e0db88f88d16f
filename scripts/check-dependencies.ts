// npm run dependencies: checks the packages that this repository uses (docs/decisions/dependencies.md): their licenses, whether they need
// install scripts, and whether package.json declares exactly those that the code uses. Prints one line for each problem.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findDependencyProblems, type Manifest } from './dependencies/imports.ts';
import { findInstallScripts } from './dependencies/install-scripts.ts';
import { findLicenseProblems, licenseExceptions } from './dependencies/licenses.ts';

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

const manifest: Manifest = readJson('package.json');
const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = readJson('package-lock.json');

const packages = Object.entries(lock.packages)
  .filter(([folder]) => folder !== '')
  .map(([folder, locked]) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = path.join(folder, 'package.json');
    const installed: InstalledManifest | undefined = existsSync(file) ? readJson(file) : undefined;
    const license = locked.license ?? installed?.license ?? installed?.licenses?.map(({ type }) => type).join(' AND ');
    return {
      ...{ name, license, isRuntime: !locked.dev, hasInstallScript: locked.hasInstallScript === true },
      ...(installed && {
        scripts: installed.scripts ?? {},
        hasBinding: installed.gypfile !== false && existsSync(path.join(folder, 'binding.gyp')),
      }),
    };
  });

const files = execFileSync('git', ['ls-files', '*.ts', '*.js'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))
  .map((file) => ({ path: file, text: readFileSync(file, 'utf8') }));

const text = readFileSync(page, 'utf8');
const undocumented = licenseExceptions
  .filter(({ packages: names }) => !text.includes(`\`${names}\``))
  .map(({ packages: names }) => `${page} does not name the license exception for ${names}.`);

const problems = [
  ...findLicenseProblems(packages),
  ...undocumented,
  ...findInstallScripts(packages),
  ...findDependencyProblems(manifest, files, programsOf),
];
for (const problem of problems) console.log(problem);
const runtime = packages.filter(({ isRuntime }) => isRuntime).length;
console.log(
  `${packages.length} packages in the lock file, ${runtime} of them for production; ${problems.length} problems.`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns the names of the programs of a package. */
function programsOf(name: string): readonly string[] {
  const file = path.join('node_modules', name, 'package.json');
  if (!existsSync(file)) return [];
  const { bin = {} } = readJson<InstalledManifest>(file);
  return typeof bin === 'string' ? [path.basename(name)] : Object.keys(bin);
}
