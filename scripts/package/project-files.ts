// Creates a project that uses the package as users do: with an extension in TypeScript, one in JavaScript, and a program.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, writeFiles } from '../../test/page-blocks.ts';

/** An extension in JavaScript. Its only route responds with an error of the service. */
const farewell = [
  `import { ApiError, declareEndpoints, implement } from 'octavo/extension';`,
  '',
  'const endpoints = declareEndpoints({',
  `  'get-farewell': { methods: ['GET'], permission: 'everyone', parameters: {} },`,
  '});',
  `const farewellModule = { name: 'farewell' };`,
  'const run = async () => {',
  `  throw new ApiError('farewell_gone', 410, 'It is gone.');`,
  '};',
  '',
  'export const farewell = {',
  `  name: 'farewell',`,
  `  version: '1.0.0',`,
  `  title: 'Farewell',`,
  `  description: 'Takes leave.',`,
  `  namespace: 'farewell/v1',`,
  '  resources: [',
  '    {',
  `      namespace: 'farewell/v1',`,
  '      module: farewellModule,',
  `      title: 'farewell',`,
  '      fields: {},',
  '      links: [],',
  `      routes: [{ path: '/farewell/v1/farewell', parameters: {}, endpoints: [endpoints['get-farewell']] }],`,
  '    },',
  '  ],',
  `  open: () => ({ modules: [implement(farewellModule, { permissions: {}, operations: { 'get-farewell': { run } } })] }),`,
  '};',
  '',
].join('\n');

const config = [
  `import { defineConfig } from 'octavo';`,
  '// @ts-expect-error The extension has no types.',
  `import { farewell } from './farewell.js';`,
  `import { shortlinks } from './shortlinks/extension.ts';`,
  '',
  `export default defineConfig({ extensions: ['union', shortlinks, farewell] });`,
  '',
].join('\n');

const program = [
  `import { createOctavo } from 'octavo';`,
  `import { shortlinks } from './shortlinks/extension.ts';`,
  '',
  'const config = { extensions: [shortlinks] };',
  `await using octavo = await createOctavo({ data: './embedded', port: 0, logLevel: 'error', config });`,
  'const { url } = await octavo.listen();',
  `const response = await fetch(url + '/rest/shortlinks/v1/links/none');`,
  'console.log(response.status, ((await response.json()) as { code: string }).code);',
  '',
].join('\n');

/** The same program, which lets the service find the configuration file in the folder that contains its data folder. */
const programWithFoundConfig = program
  .replace(/^import \{ shortlinks \}.*\n/m, '')
  .replace(/^const config .*\n/m, '')
  .replace("data: './embedded'", "data: './embedded-too'")
  .replace(', config }', ' }');

/** Code with one wrong type in each of the lines `wrongLines`. */
export const wrongTypes = `import { createOctavo, defineConfig } from 'octavo';
import { statement, type Builder, type Extension } from 'octavo/extension';
defineConfig({ tipes: [] });
await createOctavo({ port: '8080' });
export const extension: Extension = { name: 1 };
export const query = statement((q: Builder<{ links: { slug: string } }>) => q.selectFrom('links').select('slag'));
`;
export const wrongLines = [3, 4, 5, 6];

/** A strict configuration of the compiler, which also checks the declarations of the package. */
const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'esnext.disposable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
};

/** Writes the files of the project to a folder. The extension in TypeScript is that of docs/extensions.md. */
export function writeProject(folder: string): void {
  writeFiles(
    blocksOf('docs/extensions.md').filter(({ file }) => file.startsWith('shortlinks/')),
    folder,
  );
  const files = {
    'farewell.js': farewell,
    'octavo.config.ts': config,
    'embed.ts': program,
    'embed-with-found-config.ts': programWithFoundConfig,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  for (const [name, module] of [
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ]) {
    const options = { ...compilerOptions, module, moduleResolution: name };
    const text = JSON.stringify({ compilerOptions: options, include: ['*.ts', 'shortlinks'] });
    writeFileSync(path.join(folder, `tsconfig.${name}.json`), text);
  }
}
