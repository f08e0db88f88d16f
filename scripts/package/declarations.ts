// Writes the type declarations of the public modules.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './sources.ts';

const execute = promisify(execFile);

/** The declarations of the public modules; package.json exports them. */
export const publicDeclarations = ['server/octavo.d.ts', 'server/extensions/interface.d.ts'];

/**
 * Libraries whose types occur in public types, with their declarations. They are copied, because the package contains the compiled code of
 * these libraries and does not depend on them.
 */
const typeLibraries: Readonly<Record<string, { readonly folder: string; readonly main: string }>> = {
  kysely: { folder: 'node_modules/kysely/dist', main: 'index.d.ts' },
  typebox: { folder: 'node_modules/typebox/build', main: 'index.d.mts' },
};

/** The folder of the declarations of libraries in the package. */
const typesFolder = 'types';

const comments = /\/\*[\s\S]*?\*\//g;

/** A module name in a declaration: `import … from '…'`, `export … from '…'`, `import '…'`, `import('…')`. */
const moduleNames = /(^(?:import|export)\b[^;'"]*?\bfrom\s+|^import\s+|\bimport\s*\(\s*)(['"])([^'"\n]+)\2/gm;

/** Writes the declarations of the public modules, and of all modules and libraries that these refer to. */
export async function writeDeclarations(folder: string): Promise<void> {
  const compiled = mkdtempSync(path.join(tmpdir(), 'octavo-declarations-'));
  try {
    const compiler = path.join(root, 'node_modules/.bin/tsc');
    await execute(compiler, ['-p', path.join(import.meta.dirname, 'tsconfig.json'), '--outDir', compiled], {
      maxBuffer: 16 * 1024 * 1024,
    });
    const written = new Set<string>();
    for (const file of publicDeclarations) copyDeclaration(compiled, folder, file, written);
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

/** Copies a declaration file and those that it refers to. Paths are relative to both folders. */
function copyDeclaration(from: string, to: string, file: string, written: Set<string>): void {
  if (written.has(file)) return;
  written.add(file);
  const rewrite = (name: string): string => {
    if (name.startsWith('node:')) return name;
    if (name.startsWith('.')) {
      const target = path.posix.join(path.posix.dirname(file), name);
      copyDeclaration(from, to, target.replace(/\.[jt]s$/, '.d.ts').replace(/\.mjs$/, '.d.mts'), written);
      return name.replace(/\.ts$/, '.js');
    }
    if (name === 'octavo/extension') return rewrite(relativeName(file, 'server/extensions/interface.js'));
    const library = typeLibraries[name];
    if (!library) throw new Error(`The public types in ${file} use the package ${name}, which users may not have.`);
    copyLibrary(library, path.join(to, typesFolder, name), written);
    return relativeName(file, `${typesFolder}/${name}/${library.main}`).replace(/\.d\.(m?)ts$/, '.$1js');
  };
  const text = readFileSync(path.join(from, file), 'utf8').replaceAll(
    moduleNames,
    (_match, keyword: string, quote: string, name: string) => `${keyword}${quote}${rewrite(name)}${quote}`,
  );
  mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
  writeFileSync(path.join(to, file), text);
}

/** Copies the declarations of a library that its main declaration refers to. */
function copyLibrary({ folder, main }: { folder: string; main: string }, to: string, written: Set<string>): void {
  if (written.has(to)) return;
  written.add(to);
  const files = new Set([main]);
  for (const file of files) {
    const source = path.join(root, folder, file);
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    cpSync(source, path.join(to, file));
    for (const [, , , name = ''] of readFileSync(source, 'utf8').replaceAll(comments, '').matchAll(moduleNames)) {
      if (!name.startsWith('.')) throw new Error(`${source} refers to the package ${name}.`);
      files.add(path.posix.join(path.posix.dirname(file), name).replace(/\.(m?)js$/, '.d.$1ts'));
    }
  }
}

/** Returns the name with which a file imports another file of the package. */
function relativeName(file: string, target: string): string {
  const name = path.posix.relative(path.posix.dirname(file), target);
  return name.startsWith('.') ? name : `./${name}`;
}
