// Bundles the admin: compressed files with names that contain a hash, and the page that loads them. The same sources always give the
// same files.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type BrotliOptions, brotliCompressSync, constants } from 'node:zlib';
import { type BuildContext, type BuildOptions, type BuildResult, context, type Metafile } from 'esbuild';
import { blockPackage } from './block-package.ts';
import { checkBudgets } from './budgets.ts';
import { type CatalogueFiles, readCatalogues } from './catalogues.ts';
import { defaultExports } from './default-exports.ts';
import { type GuideFiles, guideFolder, readGuides } from './guides.ts';
import { inlineScriptHashes } from './inline-scripts.ts';
import { findBundledPackages, formatLicenses } from './licenses.ts';
import { packageChanges } from './package-changes.ts';
import { type Direction, packageStyles } from './package-styles.ts';
import { unavailable } from './unavailable.ts';

/** Style sheets that are loaded with a screen, by the name with which the code loads them. */
const styles = {
  app: 'app/app.css',
  palette: 'app/commands/palette.css',
  lists: 'ui/record-list.css',
  fields: 'ui/fields/fields.css',
  comments: 'screens/comments/comments.css',
  terms: 'screens/terms/terms.css',
  settings: 'screens/settings/settings.css',
  forms: 'screens/forms/forms.css',
  consent: 'screens/consent/consent.css',
  menus: 'screens/menus/menus.css',
  tabs: 'ui/tabs.css',
  uploads: 'actions/uploads/uploads.css',
  previews: 'ui/media-preview.css',
  health: 'screens/health/health.css',
  users: 'screens/users/users.css',
  backups: 'screens/backups/backups.css',
  emails: 'screens/emails/emails.css',
  import: 'screens/import/import.css',
  media: 'screens/media/media.css',
  webhooks: 'screens/webhooks/webhooks.css',
  jobs: 'screens/jobs/jobs.css',
  'live-feed': 'screens/live-feed/live-feed.css',
  'ai-tools': 'screens/ai-tools/ai-tools.css',
  'spam-filter': 'screens/spam-filter/spam-filter.css',
  help: 'screens/help/help.css',
  editor: 'screens/editor/editor.css',
  'site-editor': 'screens/site-editor/site-editor.css',
  canvas: 'screens/editor/canvas.css',
};

/**
 * The style sheets that contain styles of packages. Their variants for languages that are written from right to left have names that begin
 * with `rtl-`. All others consist of logical properties, so they are the same for all languages.
 */
const mirroredStyles = Object.fromEntries(
  (['lists', 'editor', 'site-editor', 'canvas'] as const).map((name) => [`rtl-${name}`, styles[name]]),
);

/** Options of a build. */
export interface BundlerOptions {
  /** The folder of the sources. */
  readonly root: string;
  /** Whether the files are for development: readable, compressed quickly, and without checks of sizes and licenses. */
  readonly isDevelopment: boolean;
  /** The folder of the translations; `locales` in the folder of the sources if absent. */
  readonly locales?: string | undefined;
}

/** Files by their names. */
type Files = ReadonlyMap<string, Uint8Array>;

/** Names of files with hashes, in JSON, by the names with which the code refers to them. */
type FileNames = Readonly<
  Record<'STYLE_NAMES' | 'RTL_STYLE_NAMES' | 'LIVE_WORKER_NAME' | 'CATALOGUE_NAMES' | 'GUIDES', string>
>;

/** The result of a build in memory. */
interface Output {
  readonly files: Files;
  readonly metafile: Metafile;
}

/** Bundles the admin. Repeated builds are faster than the first one, because unchanged files are not compiled again. */
export class Bundler {
  readonly #options: BundlerOptions;
  readonly #compressed = new Map<string, Uint8Array>();
  readonly #styles: Partial<Record<Direction, BuildContext>> = {};
  #workers: BuildContext | undefined;
  /** The build of the scripts, and the names of other files that they contain. */
  #scripts: { readonly names: FileNames; readonly context: BuildContext } | undefined;

  constructor(options: BundlerOptions) {
    this.#options = options;
  }

  /**
   * Returns the files of the admin, by their paths. Rejects if the sources cannot be compiled and, except in development, if a screen
   * exceeds its budget or the license of a bundled package is not compatible.
   */
  async build(): Promise<Files> {
    const { root, isDevelopment } = this.#options;
    const { catalogues, guides, styleSheets, mirrored, workers, scripts } = await this.#buildAll();
    const page = {
      script: hashedName(scripts.files, 'main', '.js'),
      colorScheme: hashedName(workers.files, 'color-scheme', '.js'),
      style: hashedName(styleSheets.files, 'app', '.css'),
    };
    const assets = (files: Files) =>
      [...files].map(([name, contents]) => [`assets/${name}.br`, this.#compress(name, contents)] as const);
    const files = new Map<string, Uint8Array>([
      ...assets(styleSheets.files),
      ...assets(mirrored.files),
      ...assets(workers.files),
      ...assets(scripts.files),
      ...assets(catalogues.files),
      ...assets(guides.files),
      ['inline-scripts.json', jsonFile(inlineScriptHashes(root))],
    ]);
    for (const name of this.#compressed.keys()) if (!files.has(`assets/${name}.br`)) this.#compressed.delete(name);
    if (isDevelopment) return files.set('index.html', Buffer.from(pageOf(page)));
    checkBudgets([styleSheets, scripts]);
    const packages = findBundledPackages(
      root,
      [styleSheets, mirrored, workers, scripts].map(({ metafile }) => metafile),
    );
    const licenses = Buffer.from(formatLicenses(packages));
    const licensesName = `licenses-${createHash('sha256').update(licenses).digest('hex').slice(0, 8).toUpperCase()}.txt`;
    return files
      .set(`assets/${licensesName}.br`, this.#compress(licensesName, licenses))
      .set('packages.json', jsonFile(packages.map(({ name, version, license }) => ({ name, version, license }))))
      .set('index.html', Buffer.from(pageOf({ ...page, licenses: licensesName })));
  }

  /** Returns the scripts without compressing them. Rejects if the sources cannot be compiled. */
  async buildScripts(): Promise<Output> {
    return (await this.#buildAll()).scripts;
  }

  async #buildAll(): Promise<
    Record<'styleSheets' | 'mirrored' | 'workers' | 'scripts', Output> & {
      catalogues: CatalogueFiles;
      guides: GuideFiles;
    }
  > {
    const { root, locales = path.join(root, 'locales') } = this.#options;
    const catalogues = readCatalogues(locales);
    const guides = readGuides(guideFolder(root));
    const [styleSheets, mirrored, workers] = await Promise.all([
      this.#buildStyles('ltr', styles),
      this.#buildStyles('rtl', mirroredStyles),
      this.#buildWorkers(),
    ]);
    const namesOf = ({ files }: Output, entryPoints: Readonly<Record<string, string>>) =>
      JSON.stringify(
        Object.fromEntries(
          Object.keys(entryPoints).map((name) => [name.replace('rtl-', ''), hashedName(files, name, '.css')]),
        ),
      );
    const scripts = await this.#buildScripts({
      STYLE_NAMES: namesOf(styleSheets, styles),
      RTL_STYLE_NAMES: namesOf(mirrored, mirroredStyles),
      LIVE_WORKER_NAME: JSON.stringify(hashedName(workers.files, 'live', '.js')),
      CATALOGUE_NAMES: JSON.stringify(catalogues.names),
      GUIDES: JSON.stringify(guides.index),
    });
    return { catalogues, guides, styleSheets, mirrored, workers, scripts };
  }

  /** Returns compressed content. The names contain a hash of it, so unchanged files of the previous build are not compressed again. */
  #compress(name: string, contents: Uint8Array): Uint8Array {
    const compressed = this.#compressed.get(name) ?? brotliCompressSync(contents, compression(this.#options, contents));
    this.#compressed.set(name, compressed);
    return compressed;
  }

  /** Ends the processes that repeated builds use. */
  async dispose(): Promise<void> {
    await Promise.all(
      [...Object.values(this.#styles), this.#workers, this.#scripts?.context].map((each) => each?.dispose()),
    );
  }

  async #buildStyles(direction: Direction, entryPoints: Readonly<Record<string, string>>): Promise<Output> {
    const plugins = [packageStyles(direction)];
    const styleContext =
      this.#styles[direction] ??
      (await context({ ...commonOptions(this.#options), entryPoints: { ...entryPoints }, plugins }));
    this.#styles[direction] = styleContext;
    return outputOf(await styleContext.rebuild());
  }

  async #buildWorkers(): Promise<Output> {
    const entryPoints = { live: 'data/live/worker.ts', 'color-scheme': 'app/color-scheme.ts' };
    this.#workers ??= await context({ ...commonOptions(this.#options), entryPoints, format: 'iife' });
    return outputOf(await this.#workers.rebuild());
  }

  async #buildScripts(names: FileNames): Promise<Output> {
    if (!isDeepStrictEqual(this.#scripts?.names, names)) {
      await this.#scripts?.context.dispose();
      this.#scripts = undefined;
    }
    this.#scripts ??= { names, context: await context(scriptOptions(this.#options, names)) };
    return outputOf(await this.#scripts.context.rebuild());
  }
}

const commonOptions = ({ root, isDevelopment }: BundlerOptions): BuildOptions => ({
  // Nothing is written there. With a fixed folder, the output does not depend on the folder of the build.
  ...{ absWorkingDir: root, outdir: path.join(root, 'dist/assets'), write: false },
  ...{ metafile: true, bundle: true, minify: !isDevelopment, legalComments: 'none', logLevel: 'warning' },
  ...{ sourcemap: isDevelopment && 'inline' },
  ...{ entryNames: '[name]-[hash]', chunkNames: 'part-[hash]', assetNames: 'asset-[hash]' },
  // Paths of packages are the same even if node_modules is a symbolic link.
  preserveSymlinks: true,
  loader: { '.svg': 'file', '.woff2': 'file', '.png': 'file' },
  target: ['chrome123', 'firefox120', 'safari17.5'],
});

const scriptOptions = (options: BundlerOptions, names: FileNames): BuildOptions => ({
  ...commonOptions(options),
  entryPoints: { main: 'app/main.tsx' },
  ...{ splitting: true, format: 'esm', jsx: 'automatic' },
  define: {
    'process.env.NODE_ENV': options.isDevelopment ? '"development"' : '"production"',
    'globalThis.IS_GUTENBERG_PLUGIN': 'false',
    'globalThis.IS_WORDPRESS_CORE': 'false',
    'globalThis.SCRIPT_DEBUG': String(options.isDevelopment),
    // The media picker of the packages, instead of one that a PHP page would have to load.
    'window.__experimentalDataViewsMediaModal': 'true',
    // The service processes media.
    'window.__clientSideMediaProcessing': 'false',
    ...names,
  },
  plugins: [unavailable, packageChanges, blockPackage, defaultExports],
});

/** Returns the files of a build that writes none, and its description. Throws an error if they are missing. */
function outputOf({ outputFiles, metafile }: BuildResult): Output {
  if (!outputFiles || !metafile) throw new Error('The build has no output.');
  return { files: new Map(outputFiles.map((file) => [path.basename(file.path), file.contents])), metafile };
}

/** Returns the name of the only file with a name and an extension. */
function hashedName(files: Files, name: string, extension: string): string {
  const found = [...files.keys()].filter((file) => file.startsWith(`${name}-`) && file.endsWith(extension));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`There are ${found.length} files for ${name}${extension}.`);
  return only;
}

const compression = ({ isDevelopment }: BundlerOptions, { length }: Uint8Array): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: isDevelopment ? constants.BROTLI_MIN_QUALITY : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

const jsonFile = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);

/** The files to which the page refers. */
interface LinkedFiles {
  readonly script: string;
  /** The script that runs before the first paint. */
  readonly colorScheme: string;
  readonly style: string;
  readonly licenses?: string;
}

/** Returns the page. The service replaces `%BASE%` by the path of its home URL. */
const pageOf = ({ script, colorScheme, style, licenses }: LinkedFiles): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Octavo</title>
<link rel="icon" href="data:,">
<script src="%BASE%/admin/assets/${colorScheme}"></script>
<link rel="stylesheet" href="%BASE%/admin/assets/${style}">
${licenses === undefined ? '' : `<link rel="license" href="%BASE%/admin/assets/${licenses}">\n`}<script type="module" src="%BASE%/admin/assets/${script}"></script>
</head>
<body>
<div id="admin" data-base="%BASE%"></div>
<noscript>The admin needs JavaScript.</noscript>
</body>
</html>
`;
