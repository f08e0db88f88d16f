// Compiles the service and the libraries that it uses to JavaScript (docs/decisions/0020-package.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { listEntryPoints, requireTracked, root } from './sources.ts';

/**
 * Libraries that are not compiled into the package: those with machine code for the platform of the user, and `saxes`, which contains no text
 * of its license that the package could repeat.
 */
export const separateLibraries = ['better-sqlite3', 'saxes', 'sharp'];

/** Optional packages that libraries use if they are installed. The service does not need them. */
const unusedLibraries = ['pg-native', 'supports-color'];

/** The folder of the compiled modules in the package. */
const compiledFolder = 'lib';

/** Libraries in CommonJS load modules of Node.js with `require`. */
const banner = `import { createRequire as octavoCreateRequire } from 'node:module';
const require = octavoCreateRequire(import.meta.url);`;

/**
 * Compiles the service into a folder. Modules that are loaded together are combined into one file, so that few files are loaded at the start;
 * each module that is loaded by its path has a file at this path. Returns the names of the libraries that the compiled code contains.
 */
export async function bundle(folder: string): Promise<string[]> {
  const entryPoints = listEntryPoints();
  const { outputFiles, metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: entryPoints.map((file) => ({ in: `./${file}`, out: compiledName(file) })),
    // Nothing is written there. With a fixed folder, the output does not depend on the folder of the package.
    outdir: path.join(root, 'dist/package', compiledFolder),
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    minifyWhitespace: true,
    // Source maps lead stack traces to files and lines. Sources would make up a twelfth of an installation.
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    // Paths of libraries are the same even if node_modules is a symbolic link.
    preserveSymlinks: true,
    external: [...separateLibraries, ...unusedLibraries],
    banner: { js: banner },
    plugins: [resolveOwnModules, keepModulePaths, prepareLibraries],
    logLevel: 'silent',
  });
  const [warning] = warnings;
  if (warning) throw new Error(`${warning.location?.file}:${warning.location?.line}: ${warning.text}`);
  requireTracked(Object.keys(metafile.inputs).filter((file) => !/(?:^|\/)node_modules\//.test(file)));
  mkdirSync(path.join(folder, compiledFolder), { recursive: true });
  for (const file of outputFiles) {
    const text = file.path.endsWith('.map') ? portableMap(file) : file.text;
    writeFileSync(path.join(folder, compiledFolder, path.basename(file.path)), text);
  }
  for (const file of entryPoints) writeStub(folder, file);
  return librariesIn(metafile);
}

/** Returns the name, without extension, of the compiled file of a module that is loaded by its path. */
const compiledName = (file: string): string => file.replace(/\.ts$/, '').replaceAll('/', '-');

/** Writes the file at the path of a module, which loads the compiled module. */
function writeStub(folder: string, file: string): void {
  const stub = path.join(folder, file.replace(/\.ts$/, '.js'));
  const depth = file.split('/').length - 1;
  mkdirSync(path.dirname(stub), { recursive: true });
  writeFileSync(stub, `export * from '${'../'.repeat(depth)}${compiledFolder}/${compiledName(file)}.js';\n`);
}

/** Resolves imports of the package by its own name. */
const resolveOwnModules: Plugin = {
  name: 'own modules',
  setup({ onResolve }) {
    onResolve({ filter: /^octavo\/extension$/ }, () => ({ path: path.join(root, 'server/extensions/interface.ts') }));
  },
};

/**
 * Replaces `import.meta.url` in the modules of the service by the URL that the module has in the package without bundling, because
 * modules use it to find other files of the package.
 */
const keepModulePaths: Plugin = {
  name: 'module paths',
  setup({ onLoad }) {
    onLoad({ filter: /\/(contract|extensions|server)\/.*\.[jt]s$/ }, ({ path: file }) => {
      const name = path.relative(root, file).replaceAll(path.sep, '/');
      if (/^node_modules\/|\.\./.test(name)) return undefined;
      const text = readFileSync(file, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const url = `new URL('../${name.replace(/\.ts$/, '.js')}', import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', url), loader: file.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** An import of a module whose name is computed, which cannot be compiled into the package. Methods with the name `import` do not match. */
const computedImport = /(?<![.\w$#'"`])import\((?:\s|\/\*.*?\*\/)*(?=[\w$])/;

/**
 * Prepares the code of libraries. Their source maps, which would be a quarter of all source maps, are reduced to the names of their files:
 * their compiled code is almost the same as their sources. Throws an Error if a library imports a module whose name is computed.
 */
const prepareLibraries: Plugin = {
  name: 'libraries',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, ({ path: file }) => {
      // `file-type` hides the name of a module from tools that compile for browsers.
      const text = readFileSync(file, 'utf8')
        .replaceAll(/\bimportAtRuntime\('([\w-]+)'\)/g, "import('$1')")
        .replace(/^function importAtRuntime\(specifier\) \{[\s\S]*?^\}$/m, '');
      const [computed] = computedImport.exec(text) ?? [];
      if (computed !== undefined) throw new Error(`${file} imports a module whose name is computed: ${computed}`);
      const map = { version: 3, sources: [path.basename(file)], names: [], mappings: 'AAAA' };
      const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
      return { contents: `${text}\n//# sourceMappingURL=${url}`, loader: 'js' };
    });
  },
};

/** A source map, as far as it is read here. */
interface SourceMap {
  readonly sources: readonly string[];
}

/** Returns a source map whose paths are relative to the package. */
function portableMap({ path: file, text }: OutputFile): string {
  const map = JSON.parse(text) as SourceMap;
  const sources = map.sources.map((source) => `../${nameOf(path.resolve(path.dirname(file), source))}`);
  return JSON.stringify({ ...map, sources });
}

/** Returns the path of a file relative to the repository. */
const nameOf = (file: string): string => path.relative(root, file).replaceAll(path.sep, '/');

/** Returns the folders of the libraries in the compiled code, relative to the repository, in alphabetical order. */
function librariesIn({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? [name] : [])),
  );
  const folders = inputs.flatMap((name) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []);
  return [...new Set(folders)].sort();
}
