// Selects test files and decides which of them share a process.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const rootFolders = ['contract', 'server', 'extensions', 'admin', 'test', 'scripts', 'bench'];

/** Maximum number of test files that share a process. */
const maxGroupSize = 16;

/** The same for files in test/, which open several sites and take longer than the tests of a module. */
const maxGroupSizeOfSites = 8;

/** The same for files that start processes of the service, each of which takes longer than most other tests. */
const maxGroupSizeWithProcesses = 4;

/** Test files that run in one process, in this order. */
export type TestGroup = readonly string[];

/** Returns the test files in these files and folders, or all test files of the repository if there are none, in alphabetical order. */
export function listTestFiles(paths: readonly string[]): string[] {
  return (paths.length > 0 ? paths : rootFolders)
    .flatMap((given) =>
      given.endsWith('.test.ts') ? [given] : globSync(`${given}/**/*.test.ts`, { exclude: [`**/node_modules`] }),
    )
    .sort();
}

/**
 * Distributes test files to processes. Most files share a process, because loading the code of the service takes longer than most
 * tests. The groups that take the longest run first, so that no core is idle at the end: files that start processes, which wait most of the
 * time, alternately with files in test/, which do not.
 */
export function groupTestFiles(files: readonly string[]): TestGroup[] {
  const shared = files.filter((file) => !needsOwnProcess(file));
  const inProcess = shared.filter((file) => !startsProcesses(file));
  const isOfSite = (file: string) => file.startsWith('test/');
  return [
    ...alternate(
      inGroups(shared.filter(startsProcesses), maxGroupSizeWithProcesses),
      inGroups(inProcess.filter(isOfSite), maxGroupSizeOfSites),
    ),
    ...files.filter(needsOwnProcess).map((file) => [file]),
    ...inGroups(
      inProcess.filter((file) => !isOfSite(file)),
      maxGroupSize,
    ),
  ];
}

/** Returns the items of two lists alternately, and then the rest of the longer one. */
const alternate = <T>(first: readonly T[], second: readonly T[]): T[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [
    ...first.slice(at, at + 1),
    ...second.slice(at, at + 1),
  ]).flat();

/** Distributes files to groups of about the same size. */
function inGroups(files: readonly string[], maxSize: number): TestGroup[] {
  const count = Math.ceil(files.length / maxSize);
  const at = (group: number) => Math.floor((group * files.length) / count);
  return Array.from({ length: count }, (_, group) => files.slice(at(group), at(group + 1)));
}

/**
 * Whether a test file is a unit test for `npm run test:quick`: it stands beside the code, loads neither the database nor a worker
 * pool, starts no process, does not measure growth, and is no fuzz test.
 */
export const isQuick = (file: string): boolean =>
  !file.startsWith('test/') &&
  !file.endsWith('/fuzz.test.ts') &&
  !needsOwnProcess(file) &&
  !startsProcesses(file) &&
  ![...dependenciesOf(file)].some((name) => slowDependencies.has(name) || name.endsWith('/worker-pool.ts'));

const slowDependencies = new Set(['better-sqlite3', 'pg', 'sharp', 'server/service.ts']);

/**
 * Whether a test file must not share a process: the file, or a helper that it imports, handles signals, looks for child processes,
 * changes the environment for longer than a command, or measures CPU time or memory; or a helper declares hooks, which
 * run only for the first file that imports it.
 */
const needsOwnProcess = (file: string): boolean =>
  [file, ...helpersOf(file)].some((name) => processWideCode.test(readText(name))) ||
  helpersOf(file).some((name) => topLevelHook.test(readText(name)));

const processWideCode =
  /process\.(?:cpuUsage|memoryUsage)\(|process\.(?:on|once)\('(?!exit')|process\.env\.\w+ = |assign\(process\.env, \{|process\.pid\b/;

const topLevelHook = /^(?:before|after)(?:Each)?\(/m;

/** Whether a test file, or a helper that it imports, starts processes. */
const startsProcesses = (file: string): boolean =>
  [file, ...helpersOf(file)].some((name) => readText(name).includes("'node:child_process'"));

const helpersOf = (file: string): string[] =>
  [...dependenciesOf(file)].filter((name) => isTestCode(name) && existsSync(name));

const isTestCode = (name: string): boolean => /^(?:test|scripts|bench)\/.*\.ts$|\.test\.ts$/.test(name);

const texts = new Map<string, string>();

function readText(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** Returns the repository files and packages that a file imports, directly or indirectly, except only for types. */
function dependenciesOf(file: string, found = new Set<string>()): Set<string> {
  for (const name of importsOf(file))
    if (!found.has(name)) {
      found.add(name);
      if (/\.[jt]s$/.test(name) && existsSync(name)) dependenciesOf(name, found);
    }
  return found;
}

const imports = new Map<string, string[]>();

function importsOf(file: string): string[] {
  const cached = imports.get(file);
  if (cached) return cached;
  const code = readText(file).replace(/^(?:import|export) type [^;]*;$/gm, '');
  const names = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file.replaceAll(path.sep, '/')), name) : name,
  );
  imports.set(file, names);
  return names;
}
