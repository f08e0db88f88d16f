import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  cyclicGroups,
  depthsOf,
  describeCycle,
  findCycle,
  folderGraphOf,
  graphOf,
  type Import,
  importsIn,
  listImports,
  transitiveReduction,
} from './import-graph.ts';

/** Returns the graph of edges like `a b`, which are imports of folder `b` by folder `a`. */
const graph = (...edges: readonly string[]) =>
  folderGraphOf(
    edges.map((edge): Import => {
      const [from, to] = edge.split(' ');
      return { from: `${from}/x.ts`, to: `${to}/y.ts`, specifier: '' };
    }),
  );

describe('imports of a file', () => {
  it('include types, dynamic imports, exports of other files, and names that package.json exports', () => {
    // The indentation and the quotes are replaced below, so that these are no imports of this file.
    const text = `
      import fs from "node:fs";
      import { a } from "./a.ts";
      import type { B } from "../b.ts";
      import {
        c,
        type D,
      } from "./c/d.ts";
      import "./effect.ts";
      export * from "../../e.ts";
      export type { F } from "./f.ts";
      import type { G } from "octavo/extension";
      import kysely from "kysely";
      const h = await import("./h.js");
      type I = import("./i.ts").I;`;
    assert.deepEqual(
      importsIn(text.replace(/^ +/gm, '').replaceAll('"', "'"), 'server/x/y.ts').map(({ to }) => to),
      [
        ...['server/x/a.ts', 'server/b.ts', 'server/x/c/d.ts', 'server/x/effect.ts', 'e.ts', 'server/x/f.ts'],
        ...['server/extensions/interface.ts', 'server/x/h.js', 'server/x/i.ts'],
      ],
    );
  });

  it('are listed for the contract, the service and extensions, without tests', () => {
    const imports = listImports();
    for (const folder of ['contract/', 'server/', 'extensions/'])
      assert.ok(imports.some(({ from }) => from.startsWith(folder)));
    assert.ok(imports.some(({ from }) => from === 'server/main.js'));
    assert.deepEqual(
      imports.filter(({ from }) => /\.test\./.test(from)),
      [],
    );
  });
});

describe('a graph of imports', () => {
  it('has no edges within a node, or between a folder and one that contains it', () => {
    const edges = [...graph('a a', 'a a/b', 'a/b/c a', 'a ab', 'a/b a/c')].flatMap(([from, targets]) =>
      [...targets.keys()].map((to) => `${from} ${to}`),
    );
    assert.deepEqual(edges, ['a ab', 'a/b a/c']);
  });

  it('lists the imports that cause an edge', () => {
    const imports = ['1', '2'].map((each): Import => ({ from: `a/${each}.ts`, to: 'b/c.ts', specifier: '' }));
    assert.deepEqual(folderGraphOf(imports).get('a')?.get('b'), imports);
    assert.deepEqual(
      graphOf(imports, (file) => file)
        .get('a/1.ts')
        ?.get('b/c.ts'),
      imports.slice(0, 1),
    );
  });

  it('has groups of nodes that depend on each other', () => {
    assert.deepEqual(cyclicGroups(graph('a b', 'b c', 'a c', 'd a')), []);
    assert.deepEqual(cyclicGroups(graph('c a', 'b c', 'a b', 'c d', 'x a')), [['a', 'b', 'c']]);
    assert.deepEqual(cyclicGroups(graph('y x', 'x y', 'b a', 'a b', 'a x')), [
      ['a', 'b'],
      ['x', 'y'],
    ]);
  });

  it('has shortest cycles, which are described with their imports', () => {
    const cyclic = graph('a b', 'b c', 'c a', 'b d', 'd e', 'e a', 'e f');
    assert.deepEqual(findCycle(cyclic, 'b'), ['b', 'c', 'a', 'b']);
    assert.deepEqual(findCycle(cyclic, 'd'), ['d', 'e', 'a', 'b', 'd']);
    assert.deepEqual(findCycle(cyclic, 'f'), []);
    assert.equal(
      describeCycle(cyclic, ['b', 'c', 'a', 'b']),
      'b → c → a → b\n  b/x.ts → c/y.ts\n  c/x.ts → a/y.ts\n  a/x.ts → b/y.ts',
    );
  });

  it('has the depth of the longest path', () => {
    assert.deepEqual(
      depthsOf(graph('a b', 'b c', 'c d', 'a d', 'e d', 'f g')),
      new Map([
        ...([
          ['d', 0],
          ['c', 1],
          ['b', 2],
          ['a', 3],
        ] as const),
        ...([
          ['e', 1],
          ['g', 0],
          ['f', 1],
        ] as const),
      ]),
    );
    assert.throws(() => depthsOf(graph('a b', 'b c', 'c b')), {
      message: 'Circular imports: b → c → b\n  b/x.ts → c/y.ts\n  c/x.ts → b/y.ts',
    });
  });

  it('is reduced to the edges that do not follow from others', () => {
    const reduced = transitiveReduction(graph('a d', 'a b', 'b c', 'a c', 'c d', 'b d', 'e d', 'e c'));
    assert.deepEqual(reduced, [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['e', 'c'],
    ]);
  });
});
