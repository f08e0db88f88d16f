// Tests the dependencies between the folders of the admin (admin/README.md), and that the admin and the service share no code.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  cyclicGroups,
  describeCycle,
  findCycle,
  folderGraphOf,
  graphOf,
  type Import,
  importsOf,
  isTestFile,
} from '../scripts/import-graph.ts';

/** The layers, with those that they may import. Imports within a layer are allowed, except between screens. */
const layers: Readonly<Record<string, readonly string[]>> = {
  app: ['screens', 'actions', 'data', 'ui'],
  screens: ['actions', 'data', 'ui'],
  actions: ['data', 'ui'],
  data: ['ui'],
  ui: [],
  build: ['ui'],
  bench: ['build'],
};

/** The layers of which the admin consists in browsers. */
const productLayers = ['app', 'screens', 'actions', 'data', 'ui'];

/** A file of the admin with its imports of other files. */
interface SourceFile {
  readonly name: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const files: readonly SourceFile[] = globSync('admin/*/**/*.{ts,tsx}', { exclude: ['**/node_modules', 'admin/dist'] })
  .sort()
  .map((name) => {
    const imports = importsOf(name).filter(({ specifier }) => specifier.startsWith('.'));
    return { name, text: readFileSync(name, 'utf8'), imports };
  });

/** The files of the layers, without tests. */
const sources = files.filter(({ name }) => !name.startsWith('admin/test/') && !isTestFile(name));
const imports = sources.flatMap((file) => file.imports);

const layerOf = (file: string): string => /^admin\/(\w+)\//.exec(file)?.[1] ?? '';
const screenOf = (file: string): string | undefined => /^admin\/screens\/([\w-]+)\//.exec(file)?.[1];
const describeImport = ({ from, to }: Import): string => `${from} → ${to}`;

/** Returns the code of a file without comments. */
const codeOf = ({ text }: SourceFile): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<!['"`:/])\/\/.*$/gm, '');

describe('the imports of the admin', () => {
  it('are found', () => {
    for (const layer of productLayers)
      assert.ok(
        sources.some(({ name }) => layerOf(name) === layer),
        layer,
      );
    assert.ok(imports.some(({ from, to }) => layerOf(from) === 'app' && screenOf(to) === 'editor'));
  });

  it('lead to existing files', () => {
    assert.deepEqual(imports.filter(({ to }) => !existsSync(to)).map(describeImport), []);
  });

  it('lead only to lower layers: app, screens, actions, data, ui', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      return layer !== target && !layers[layer]?.includes(target);
    });
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('never lead from a screen to another one', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [screen, target] = [screenOf(from), screenOf(to)];
      return screen !== undefined && target !== undefined && screen !== target;
    });
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('of @wordpress/core-data are limited to data/', () => {
    const using = sources.filter((file) => /['"]@wordpress\/core-data['"]/.test(codeOf(file)));
    const names = using.map(({ name }) => name).filter((name) => productLayers.includes(layerOf(name)));
    assert.deepEqual(
      names.filter((name) => layerOf(name) !== 'data'),
      [],
    );
  });

  it('of private and unstable APIs of packages are limited to data/unstable/', () => {
    const unstable = /\b__(?:unstable|experimental)\w+|['"]@wordpress\/private-apis['"]|\bprivateApis\b/g;
    const using = sources
      .filter(({ name }) => productLayers.includes(layerOf(name)) && !name.startsWith('admin/data/unstable/'))
      .flatMap((file) => (codeOf(file).match(unstable) ?? []).map((found) => `${file.name}: ${found}`));
    assert.deepEqual(using, []);
  });

  it('have no cycles, neither between files nor between folders', () => {
    for (const graph of [graphOf(imports, (file) => file), folderGraphOf(imports)]) {
      const cycles = cyclicGroups(graph).map(([node = '']) => describeCycle(graph, findCycle(graph, node)));
      assert.ok(cycles.length === 0, `Circular imports:\n${cycles.join('\n\n')}`);
    }
  });

  it('never lead to the service or back, because the admin has a license of its own', () => {
    const outside = sources
      .flatMap((file) => file.imports)
      .filter(({ to }) => !to.startsWith('admin/'))
      .map(describeImport);
    assert.deepEqual(outside, []);
    const others = globSync('{contract,server,extensions}/**/*.{ts,js}').flatMap(importsOf);
    assert.ok(others.length > 1000);
    assert.deepEqual(others.filter(({ to }) => to.startsWith('admin/')).map(describeImport), []);
  });
});
