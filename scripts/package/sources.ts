// Lists the source files of the package. Only files that git tracks belong to it.
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Modules of the package that programs import or npm starts, besides `server/main.js`, which is copied. */
const publicModules = ['server/command-line/run.ts', 'server/octavo.ts', 'server/extensions/interface.ts'];

/** Folders whose files are copied unchanged, including TypeScript: they are material for the service, not code of it. */
export const verbatimFolders: readonly string[] = ['project-template'];

/** Files that only tests and developers use. */
const isDevelopmentFile = (file: string): boolean => /\.test\.[jt]s$|(^|\/)(fixtures|test)\//.test(file);

const isVerbatim = (file: string): boolean => verbatimFolders.some((folder) => file.startsWith(`${folder}/`));

/**
 * Returns the files of a repository that git tracks, in folders or with names, relative to the repository and in alphabetical order. Files
 * that were deleted but whose deletion is not committed, and symbolic links are omitted. Throws Error if the folder belongs to no
 * repository.
 */
export const listTrackedFiles = (paths: readonly string[], folder = root): string[] =>
  execFileSync('git', ['ls-files', '-z', '--', ...paths], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => file !== '' && lstatSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort();

/** Throws Error if git does not track one of the files, which are relative to the repository. */
export function requireTracked(files: readonly string[], folder = root): void {
  const tracked = new Set(files.length === 0 ? [] : listTrackedFiles(files, folder));
  const missing = files.find((file) => !tracked.has(file));
  if (missing !== undefined)
    throw new Error(`The package would contain ${missing}, which git does not track; run git add ${missing}.`);
}

/** Returns the files in folders of the repository that belong to the package, relative to the repository and in alphabetical order. */
const listFiles = (...folders: string[]): string[] =>
  listTrackedFiles(folders).filter((file) => !isDevelopmentFile(file));

/** Returns the TypeScript files of the service. */
const listCode = (): string[] =>
  listFiles('contract', 'extensions', 'server').filter((file) => file.endsWith('.ts') && !isVerbatim(file));

/**
 * Returns the files that are copied: the launcher, which is JavaScript for old versions of Node.js, style sheets, themes and material for
 * new projects.
 */
export const listCopiedFiles = (): string[] => [
  'LICENSE',
  'README.md',
  ...listFiles('contract', 'extensions', 'project-template', 'server', 'themes').filter(
    (file) => !file.endsWith('.ts') || isVerbatim(file),
  ),
];

/** A reference to a program that runs in another process or thread: new URL(`./NAME${extname(import.meta.url)}`, import.meta.url). */
const programReference = /new URL\(\s*`(\.{1,2}\/[\w./-]+)\$\{extname\(import\.meta\.url\)\}`,\s*import\.meta\.url/g;

/**
 * Returns the modules that are loaded by their paths: public modules, programs of child processes and threads, and migrations. All other
 * modules are loaded only by modules that import them.
 */
export function listEntryPoints(): string[] {
  const code = listCode();
  const programs = code.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(programReference)].map(
      ([, name = '']) => `${path.posix.join(path.posix.dirname(file), name)}.ts`,
    ),
  );
  const migrations = code.filter((file) => /^server\/database\/migrations\/\d/.test(file));
  const entryPoints = [...new Set([...publicModules, ...programs, ...migrations])].sort();
  const missing = entryPoints.find((file) => !code.includes(file));
  if (missing !== undefined) throw new Error(`There is no module ${missing} that git tracks.`);
  return entryPoints;
}
