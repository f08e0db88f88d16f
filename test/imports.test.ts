// Imports point down (docs/tour.md): which room may read which, as a table.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

/** A room and the rooms it may read; every room may read itself. The first row that fits a file counts. */
const allowed: readonly (readonly [room: string, reads: readonly string[]])[] = [
  ['contract', []],
  ['server/refusal.ts', []],
  ['server/site.ts', []],
  ['server/database', ['server/workers']],
  ['server/rendering', ['server/workers']],
  ['server/time', []],
  ['server/workers', []],
  ['server/theme', ['server/rendering']],
  ['server/import/wxr', []],
  ['server/events', ['contract', 'server/database', 'server/time']],
  [
    'server/webhooks',
    [
      ...[
        'contract',
        'server/access',
        'server/audit',
        'server/database',
        'server/events',
        'server/fetch',
        'server/http',
      ],
      ...['server/time', 'server/refusal.ts', 'server/site.ts'],
    ],
  ],
  ['server/live-feed', ['contract', 'server/database', 'server/events', 'server/http', 'server/refusal.ts']],
  ['server/settings', ['contract', 'server/database', 'server/events', 'server/rendering', 'server/time']],
  ['server/audit', ['contract', 'server/database', 'server/rendering', 'server/settings', 'server/time']],
  [
    'server/access',
    ['contract', 'server/audit', 'server/database', 'server/rendering', 'server/time', 'server/refusal.ts'],
  ],
  ['server/http', ['contract', 'server/access', 'server/time', 'server/workers', 'server/refusal.ts']],
  ['server/create-folder.ts', []],
  ['server/exposed-data.ts', []],
  ['server/files', ['server/create-folder.ts', 'server/refusal.ts']],
  ['server/pictures', ['server/workers']],
  ['server/fetch', ['server/database']],
  ['server/look', []],
  [
    'server/pages',
    [
      'contract',
      'server/access',
      'server/cms-v2',
      'server/http',
      'server/look',
      'server/rendering',
      'server/refusal.ts',
    ],
  ],
  [
    'server/screens',
    [
      'server/access',
      'server/audit',
      'server/cms-v2',
      'server/database',
      'server/http',
      'server/look',
      'server/mail',
      'server/settings',
      'server/time',
      'server/refusal.ts',
      'server/site.ts',
    ],
  ],
  [
    'server/edge',
    ['contract', 'server/files', 'server/http', 'server/look', 'server/screens', 'server/workers', 'server/refusal.ts'],
  ],
  ['server/mail', ['server/database', 'server/time']],
  // An extension reads its own folder; of the service it imports octavo/extension, by that name.
  ...globSync('extensions/*/').map((folder): readonly [string, readonly string[]] => [folder.replace(/\/$/, ''), []]),
  ['extensions', ['extensions']],
  ['server/extensions', ['contract', 'extensions', 'server']],
  ['server/config', ['contract', 'server/access', 'server/extensions', 'server/mail', 'server/theme']],
  [
    'server/cms-v2',
    [
      'contract',
      'server/access',
      'server/audit',
      'server/database',
      'server/events',
      'server/fetch',
      'server/files',
      'server/http',
      'server/mail',
      'server/pictures',
      'server/rendering',
      'server/settings',
      'server/theme',
      'server/time',
      'server/workers',
      'server/refusal.ts',
      'server/site.ts',
    ],
  ],
  ['server/namespaces/audit-log', ['contract', 'server/audit', 'server/database', 'server/http', 'server/time']],
  // What block editors ask for beside the resources is read from the stores of these.
  ...['server/namespaces/block-editor', 'server/namespaces/oembed'].map((room): [string, string[]] => [
    room,
    [
      'contract',
      'server/access',
      'server/cms-v2',
      'server/database',
      'server/fetch',
      'server/http',
      'server/pictures',
      'server/rendering',
      'server/theme',
      'server/refusal.ts',
    ],
  ]),
  [
    'server/namespaces/site-health',
    [
      ...['contract', 'server/cms-v2', 'server/database', 'server/files', 'server/http', 'server/rendering'],
      ...['server/time', 'server/exposed-data.ts', 'server/site.ts'],
    ],
  ],
  [
    'server/namespaces',
    [
      'contract',
      'server/http',
      'server/settings',
      'server/theme',
      'server/time',
      'server/workers',
      'server/refusal.ts',
      'server/site.ts',
    ],
  ],
  ['server', ['contract', 'server']],
  ['scripts', ['contract', 'server', 'test']],
  ['bench', ['contract', 'server', 'test']],
  ['test', ['contract', 'server']],
];

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);
const isTest = (file: string) => /(\.test|-for-tests)\.ts$|^test\//.test(file);

const files = ['contract', 'server', 'extensions', 'scripts', 'bench', 'test']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`))
  .sort();

/** The files of ours that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/(?:^|\n)(?:import|export)\s[^;]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
  return names.map((name) => path.posix.join(path.posix.dirname(file), name));
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

describe('imports', () => {
  it('lead to files that are there', () => {
    const missing = [...graph].flatMap(([file, targets]) =>
      targets.filter((to) => !existsSync(to)).map((to) => `${file} → ${to}`),
    );
    assert.deepEqual(missing, []);
  });

  it('point down', () => {
    const upward = [...graph]
      .filter(([file]) => !isTest(file))
      .flatMap(([file, targets]) => {
        const [room, reads] = allowed.find(([each]) => isIn(file, each)) ?? ['', []];
        return targets
          .filter((to) => !isIn(to, room) && !reads.some((each) => isIn(to, each)))
          .map((to) => `${file} → ${to}`);
      });
    assert.deepEqual(upward, []);
  });

  it('never go from one family of resources to the operations of another', () => {
    const roomOf = (file: string) => /^server\/cms-v2\/([\w-]+)\//.exec(file)?.[1];
    const isPrivate = (file: string) =>
      /\/(room|permissions|present|embeds|checks|(list|get|create|update|delete|introspect)-[\w-]+)\.ts$/.test(file) &&
      !/\/(list-store|plan-list)\.ts$/.test(file);
    const crossing = [...graph]
      .filter(([file]) => roomOf(file) !== undefined && !isTest(file))
      .flatMap(([file, targets]) =>
        targets
          .filter((to) => roomOf(to) !== undefined && roomOf(to) !== roomOf(file) && isPrivate(to))
          .map((to) => `${file} → ${to}`),
      );
    assert.deepEqual(crossing, []);
  });

  it('never go in a circle', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file) || way.includes(file)) return;
      for (const to of graph.get(file) ?? []) walk(to, [...way, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);
    assert.deepEqual(circles, []);
  });

  it('name no resource in the pipeline', () => {
    const naming = [...graph]
      .filter(([file]) => isIn(file, 'server/http'))
      .flatMap(([file, targets]) =>
        targets.filter((to) => /^contract\/(cms-v2|namespaces|shared)\//.test(to)).map((to) => `${file} → ${to}`),
      );
    assert.deepEqual(naming, []);
  });
});
