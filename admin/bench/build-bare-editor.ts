// node admin/bench/build-bare-editor.ts FOLDER: builds the page with the bare editor in a folder, as a package that the service serves instead
// of the admin. It is a program because only it needs the packages of the admin.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { inlineScriptHashes } from '../build/inline-scripts.ts';
import { packageStyles } from '../build/package-styles.ts';
import { unavailable } from '../build/unavailable.ts';

const root = path.resolve(import.meta.dirname, '..');

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Editor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/admin/assets/editor.css">
<script type="module" src="/admin/assets/bare-editor.js"></script>
<div id="editor"></div>
</html>
`;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('The folder is missing.');
await buildBareEditor(folder);

/** Writes the package in a folder, with the options of the admin's build. */
async function buildBareEditor(folder: string): Promise<void> {
  const assets = path.join(folder, 'dist/assets');
  mkdirSync(assets, { recursive: true });
  const bundle = async (entryPoint: string, options: BuildOptions = {}) => {
    const { outputFiles } = await build({
      ...{ absWorkingDir: root, entryPoints: [entryPoint], outdir: assets, write: false },
      ...{
        bundle: true,
        minify: true,
        legalComments: 'none',
        logLevel: 'warning',
        plugins: [unavailable, packageStyles('ltr')],
      },
      target: ['chrome123', 'firefox120', 'safari17.5'],
      ...options,
    });
    for (const file of outputFiles ?? [])
      writeFileSync(
        `${file.path}.br`,
        brotliCompressSync(file.contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      );
  };
  await bundle('screens/editor/editor.css');
  await bundle('screens/editor/canvas.css');
  await bundle('bench/bare-editor.ts', {
    format: 'esm',
    define: {
      'process.env.NODE_ENV': '"production"',
      'globalThis.IS_GUTENBERG_PLUGIN': 'false',
      'globalThis.IS_WORDPRESS_CORE': 'false',
      'globalThis.SCRIPT_DEBUG': 'false',
      CANVAS_STYLE: '"/admin/assets/canvas.css"',
    },
  });
  writeFileSync(path.join(folder, 'package.json'), '{"name":"octavo-admin"}');
  writeFileSync(path.join(folder, 'dist/inline-scripts.json'), JSON.stringify(inlineScriptHashes(root)));
  writeFileSync(path.join(folder, 'dist/index.html'), page);
}
