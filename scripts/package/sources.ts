// Lists the source files of the package.
import { globSync, readFileSync } from 'node:fs';
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

/** Returns the files in folders of the repository that belong to the package, relative to the repository and in alphabetical order. */
function listFiles(folders: string): string[] {
  return globSync(`${folders}/**`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !isDevelopmentFile(file))
    .sort();
}

/** Returns the TypeScript files of the service. */
const listCode = (): string[] =>
  listFiles('{contract,extensions,server}').filter((file) => file.endsWith('.ts') && !isVerbatim(file));

/**
 * Returns the files that are copied: the launcher, which is JavaScript for old versions of Node.js, style sheets, themes and material for
 * new projects.
 */
export const listCopiedFiles = (): string[] => [
  'LICENSE',
  'README.md',
  ...listFiles('{contract,extensions,project-template,server,themes}').filter(
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
  if (missing !== undefined) throw new Error(`There is no module ${missing}.`);
  return entryPoints;
}
