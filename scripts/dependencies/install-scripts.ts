// Finds packages that run scripts when they are installed.

/** The parts of a package's entry in the lock file, or of its package.json, that concern scripts. */
export interface InstalledPackage {
  readonly name: string;
  /** Whether the lock file says that the package has such a script. */
  readonly hasInstallScript: boolean;
  /** Scripts in the package.json of the installed package; undefined if it is not installed on this platform. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Whether the installed package has a `binding.gyp`, which npm compiles without a script. */
  readonly hasBinding?: boolean;
}

/** Packages that work although their script never runs, with the reason. */
export const needlessScripts: Readonly<Record<string, string>> = {
  'better-sqlite3': 'The script compiles the database; the package contains it compiled for every platform.',
  esbuild: 'The script replaces a wrapper of the program, which saves a few milliseconds per start.',
};

/** The same for the packages of the admin. */
export const needlessScriptsOfAdmin: Readonly<Record<string, string>> = {
  esbuild: 'The script replaces a wrapper of the program, which saves a few milliseconds per start.',
};

const installScripts = ['preinstall', 'install', 'postinstall'];

/** Returns a sentence for each package that needs an install script, and for each exception that no package needs. */
export function findInstallScripts(
  packages: readonly InstalledPackage[],
  exceptions: Readonly<Record<string, string>> = needlessScripts,
): string[] {
  const scripted = packages.filter(
    ({ hasInstallScript, scripts = {}, hasBinding }) =>
      hasInstallScript || hasBinding || installScripts.some((name) => name in scripts),
  );
  const names = new Set(scripted.map(({ name }) => name));
  return [
    ...[...names].filter((name) => !(name in exceptions)).map((name) => `${name} has an install script.`),
    ...Object.keys(exceptions)
      .filter((name) => !names.has(name))
      .map((name) => `The exception for the install script of ${name} is not needed.`),
  ];
}
