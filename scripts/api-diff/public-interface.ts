// Describes the public interface of the working tree: the API at both mounts, error codes, event kinds, configuration, commands and the
// types of the package's entry points.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventKinds } from '../../contract/octavo-v1/event-kinds.ts';
import { commands } from '../../server/command-line/commands.ts';
import { chooseExtensions } from '../../server/config/choose-extensions.ts';
import { dataOptions, serveOptions } from '../../server/config/options.ts';
import { migrateAll } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { migrationSetsOf } from '../../server/extensions/migration-sets.ts';
import { makeOpenApi } from '../../server/http/open-api/document.ts';
import { makeService } from '../../server/service.ts';
import { settingNames } from '../../server/settings/declared.ts';
import { makeSite } from '../../server/site.ts';
import { type ComparedCommands, describeCommands } from './commands.ts';
import { collectPublicTypes, type PublicTypes } from './declarations.ts';
import { type ComparedDocument, simplifyDocument } from './open-api.ts';

/** The public interface of a version. */
export interface PublicInterface {
  /** The OpenAPI documents of all routes, with all built-in extensions, by the path of the mount. */
  readonly documents: Readonly<Record<string, ComparedDocument>>;
  /** Lists of names by kind. Statuses of errors follow their codes: `rest_no_route 404`. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly commands: ComparedCommands;
  readonly types: PublicTypes;
}

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Describes the interface of the working tree. Rejects if the code does not compile. */
export async function describeInterface(): Promise<PublicInterface> {
  const [{ documents, events }, describedCommands, types] = await Promise.all([
    describeApi(),
    describeCommands(commands),
    emitTypes(),
  ]);
  const options = [...dataOptions, ...serveOptions];
  return {
    documents,
    names: {
      error: errorsOf(readFileSync(path.join(root, 'docs/errors.md'), 'utf8')),
      event: [...eventKinds, ...events].sort(),
      option: options.map(({ flag }) => `--${flag}`).sort(),
      'environment variable': options.map(({ variable }) => variable).sort(),
      setting: settingNames.toSorted(),
    },
    commands: describedCommands,
    types,
  };
}

async function describeApi(): Promise<{ documents: PublicInterface['documents']; events: readonly string[] }> {
  const database = await openDatabase({ kind: 'memory' });
  const extensions = await chooseExtensions();
  await migrateAll(database, migrationSetsOf(extensions));
  const service = await makeService({ database, extensions, site: makeSite('http://site.example') });
  try {
    const mounts = [service.native, service.openCompatible()];
    const documents = await Promise.all(
      mounts.map(async ({ table, rest, spelling }) => {
        const document = JSON.parse(JSON.stringify(await makeOpenApi(table, rest, '')));
        return [spelling.restPath, simplifyDocument(document)] as const;
      }),
    );
    return { documents: Object.fromEntries(documents), events: [...service.contract.events.keys()] };
  } finally {
    await service.close();
    await database.close();
  }
}

/** Returns the error codes in the generated table, each with its statuses. */
export const errorsOf = (page: string): string[] =>
  [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, code, status = '']) => `${code} ${status.trim()}`).sort();

/** Compiles the type declarations of the entry points, and returns the public ones. */
async function emitTypes(): Promise<PublicTypes> {
  const sources = entryPoints(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-types-'));
  try {
    const config = path.join(folder, 'tsconfig.json');
    const compilerOptions = {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, removeComments: true },
      ...{ rootDir: root, outDir: folder, typeRoots: [path.join(root, 'node_modules/@types')] },
    };
    const files = Object.values(sources).map((file) => path.join(root, file));
    const content = { extends: path.join(root, 'tsconfig.json'), compilerOptions, files, include: [] };
    await writeFile(config, JSON.stringify(content));
    await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', config], { cwd: root }).catch((error) => {
      throw new Error(`The type declarations could not be compiled:\n${error.stdout}${error.stderr}`);
    });
    return collectPublicTypes(
      Object.fromEntries(
        Object.entries(sources).map(([entry, file]) => [entry, path.join(folder, file.replace(/\.ts$/, '.d.ts'))]),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

type ExportTarget = string | null | { readonly [condition: string]: ExportTarget };

/**
 * Returns the source files of a package's entry points by their specifiers. Entry points without types, such as `./package.json`, are
 * omitted.
 */
export function entryPoints(manifest: {
  readonly name: string;
  readonly exports: Readonly<Record<string, ExportTarget>>;
}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([key, target]) => {
      const source = filesOf(target)
        .map((file) => path.posix.normalize(file.replace(/(?:\.d\.ts|\.js|\.ts)$/, '.ts')))
        .find((file) => file.endsWith('.ts') && existsSync(path.join(root, file)));
      return source === undefined ? [] : [[path.posix.join(manifest.name, key), source]];
    }),
  );
}

const filesOf = (target: ExportTarget): string[] =>
  target === null ? [] : typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf);
