// Bundles the admin: compressed files with names that contain a hash, and the page that loads them. The same sources always give the
// same files.
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type BuildOptions, build, type OutputFile } from 'esbuild';
import { checkBudgets } from './budgets.ts';
import { inlineScriptHashes } from './inline-scripts.ts';
import { packageStyles } from './package-styles.ts';
import { unavailable } from './unavailable.ts';

/** Style sheets that are loaded with a screen, by the name with which the code loads them. */
const styles = {
  app: 'app/app.css',
  entries: 'screens/entries/entries.css',
  editor: 'screens/editor/editor.css',
  canvas: 'screens/editor/canvas.css',
};

/** Returns the files of the admin, by their paths. `root` is the folder of its sources. Throws an error if a screen exceeds its budget. */
export async function bundle(root: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const common: BuildOptions = {
    // Nothing is written there. With a fixed folder, the output does not depend on the folder of the build.
    ...{ absWorkingDir: root, outdir: path.join(root, 'dist/assets'), write: false },
    ...{ metafile: true, bundle: true, minify: true, legalComments: 'none', logLevel: 'warning' },
    ...{ entryNames: '[name]-[hash]', chunkNames: 'part-[hash]', assetNames: 'asset-[hash]' },
    loader: { '.svg': 'file', '.woff2': 'file', '.png': 'file' },
    target: ['chrome123', 'firefox120', 'safari17.5'],
  };
  const styleFiles = filesOf(await build({ ...common, entryPoints: styles, plugins: [packageStyles] }));
  const styleNames = Object.fromEntries(
    Object.keys(styles).map((name) => [name, hashedName(styleFiles, name, '.css')]),
  );
  const workerFiles = filesOf(await build({ ...common, entryPoints: { live: 'data/live/worker.ts' }, format: 'iife' }));
  const scripts = await build({
    ...common,
    entryPoints: { main: 'app/main.tsx' },
    ...{ splitting: true, format: 'esm', jsx: 'automatic' },
    define: {
      'process.env.NODE_ENV': '"production"',
      'globalThis.IS_GUTENBERG_PLUGIN': 'false',
      'globalThis.IS_WORDPRESS_CORE': 'false',
      'globalThis.SCRIPT_DEBUG': 'false',
      STYLE_NAMES: JSON.stringify(styleNames),
      LIVE_WORKER_NAME: JSON.stringify(hashedName(workerFiles, 'live', '.js')),
    },
    plugins: [unavailable],
  });
  const scriptFiles = filesOf(scripts);
  if (scripts.metafile) checkBudgets(scripts.metafile, scriptFiles);
  const assets = [...styleFiles, ...workerFiles, ...scriptFiles].map(
    ([name, contents]) => [`assets/${name}.br`, compress(contents)] as const,
  );
  return new Map<string, Uint8Array>([
    ...assets,
    ['inline-scripts.json', Buffer.from(`${JSON.stringify(inlineScriptHashes(root))}\n`)],
    ['index.html', Buffer.from(pageOf(hashedName(scriptFiles, 'main', '.js'), styleNames.app))],
  ]);
}

const filesOf = ({
  outputFiles,
}: {
  readonly outputFiles?: readonly OutputFile[] | undefined;
}): Map<string, Uint8Array> => new Map((outputFiles ?? []).map((file) => [path.basename(file.path), file.contents]));

/** Returns the name of the only file with a name and an extension. */
function hashedName(files: ReadonlyMap<string, unknown>, name: string, extension: string): string {
  const found = [...files.keys()].filter((file) => file.startsWith(`${name}-`) && file.endsWith(extension));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`There are ${found.length} files for ${name}${extension}.`);
  return only;
}

const compress = (contents: Uint8Array): Uint8Array =>
  brotliCompressSync(contents, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
    },
  });

/** Returns the page. The service replaces `%BASE%` by the path of its home URL. */
const pageOf = (script: string, style: string | undefined): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Octavo</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="%BASE%/admin/assets/${style}">
<script type="module" src="%BASE%/admin/assets/${script}"></script>
</head>
<body>
<div id="admin" data-base="%BASE%"></div>
<noscript>The admin needs JavaScript.</noscript>
</body>
</html>
`;
