// Tests the dependencies between modules (docs/architecture.md, Modules) with a table of the imports that each module may have.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  cyclicGroups,
  describeCycle,
  findCycle,
  folderGraphOf,
  importsOf,
  isTestFile,
  listImports,
} from '../scripts/import-graph.ts';

/**
 * Folders and files, with the modules that they may import. Imports within a folder are always allowed. The first matching
 * row applies.
 */
const allowed: readonly (readonly [module: string, imports: readonly string[]])[] = [
  ['contract', []],
  ['server/api-error.ts', []],
  ['server/site.ts', []],
  ['server/site-context.ts', ['server/settings', 'server/theme', 'server/time', 'server/site.ts']],
  // The types of rows follow from the declarations of columns.
  ['server/database', ['contract/columns.ts', 'contract/grammar', 'server/workers']],
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
      ...['server/time', 'server/api-error.ts', 'server/site.ts'],
    ],
  ],
  [
    'server/site-imports',
    [
      ...[
        'contract',
        'server/access',
        'server/audit',
        'server/cms-v2',
        'server/database',
        'server/files',
        'server/http',
        'server/time',
      ],
      'server/api-error.ts',
    ],
  ],
  ['server/jobs', ['server/database', 'server/time']],
  ['server/live-feed', ['contract', 'server/database', 'server/events', 'server/http', 'server/api-error.ts']],
  [
    'server/live-channel',
    [
      ...['contract', 'server/access', 'server/cms-v2', 'server/database', 'server/events', 'server/http'],
      ...['server/live-feed', 'server/rendering', 'server/time', 'server/api-error.ts'],
    ],
  ],
  [
    'server/settings',
    ['contract', 'server/database', 'server/events', 'server/rendering', 'server/time', 'server/site.ts'],
  ],
  ['server/recent-errors', ['server/database', 'server/rendering', 'server/time']],
  ['server/audit', ['contract', 'server/database', 'server/rendering', 'server/settings', 'server/time']],
  [
    'server/access',
    [
      'contract',
      'server/audit',
      'server/database',
      'server/rendering',
      'server/time',
      'server/workers',
      'server/api-error.ts',
    ],
  ],
  ['server/http', ['contract', 'server/access', 'server/time', 'server/workers', 'server/api-error.ts']],
  ['server/create-folder.ts', []],
  ['server/node-http.ts', []],
  ['server/exposed-paths.ts', []],
  ['server/files', ['server/create-folder.ts', 'server/api-error.ts']],
  ['server/media-processing', ['contract', 'server/workers']],
  ['server/fetch', ['server/database', 'server/workers', 'server/node-http.ts']],
  ['server/page-layout', []],
  [
    'server/pages',
    [
      'contract',
      'server/access',
      'server/cms-v2',
      'server/http',
      'server/page-layout',
      'server/rendering',
      'server/theme',
      'server/workers',
      'server/api-error.ts',
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
      'server/page-layout',
      'server/mail',
      'server/settings',
      'server/time',
      'server/api-error.ts',
      'server/site.ts',
    ],
  ],
  [
    'server/edge',
    [
      'contract',
      'server/files',
      'server/http',
      'server/page-layout',
      'server/screens',
      'server/workers',
      'server/api-error.ts',
      'server/node-http.ts',
    ],
  ],
  ['server/mail', ['server/database', 'server/time']],
  // An extension may import only files of its own folder, and the service as `octavo/extension`.
  ...globSync('extensions/*/').map((folder): readonly [string, readonly string[]] => [folder.replace(/\/$/, ''), []]),
  ['extensions', ['extensions']],
  ['server/extensions', ['contract', 'server']],
  ['server/config', ['contract', 'extensions', 'server/access', 'server/extensions', 'server/mail', 'server/theme']],
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
      'server/media-processing',
      'server/rendering',
      'server/settings',
      'server/theme',
      'server/time',
      'server/workers',
      'server/api-error.ts',
      'server/site-context.ts',
      'server/site.ts',
    ],
  ],
  [
    'server/namespaces/extension-settings',
    ['contract', 'server/access', 'server/api-error.ts', 'server/audit', 'server/database', 'server/http'],
  ],
  ['server/namespaces/audit-log', ['contract', 'server/audit', 'server/database', 'server/http', 'server/time']],
  [
    'server/namespaces/recent-errors',
    ['contract', 'server/database', 'server/http', 'server/recent-errors', 'server/time'],
  ],
  [
    'server/namespaces/migration-status',
    ['contract', 'server/cms-v2', 'server/database', 'server/http', 'server/rendering'],
  ],
  // The endpoints for block editors read from the stores of resources.
  ...['server/namespaces/block-editor', 'server/namespaces/oembed'].map((module): [string, string[]] => [
    module,
    [
      'contract',
      'server/access',
      'server/cms-v2',
      'server/database',
      'server/fetch',
      'server/http',
      'server/media-processing',
      'server/rendering',
      'server/theme',
      'server/api-error.ts',
    ],
  ]),
  [
    'server/namespaces/jobs',
    ['contract', 'server/database', 'server/http', 'server/jobs', 'server/time', 'server/api-error.ts'],
  ],
  [
    'server/namespaces/admin',
    [
      ...['contract', 'server/access', 'server/cms-v2', 'server/database', 'server/events', 'server/files'],
      ...['server/http', 'server/api-error.ts', 'server/site-context.ts', 'server/version.ts'],
    ],
  ],
  [
    'server/namespaces/site-settings',
    [
      ...['contract', 'server/access', 'server/audit', 'server/cms-v2', 'server/database', 'server/http'],
      ...['server/rendering', 'server/settings', 'server/api-error.ts', 'server/site-context.ts'],
    ],
  ],
  [
    'server/namespaces/editors',
    [
      ...['contract', 'server/access', 'server/cms-v2', 'server/database', 'server/files', 'server/http'],
      ...['server/media-processing', 'server/theme', 'server/workers', 'server/api-error.ts'],
    ],
  ],
  [
    'server/namespaces/site-health',
    [
      ...['contract', 'server/cms-v2', 'server/database', 'server/files', 'server/http', 'server/rendering'],
      ...['server/time', 'server/exposed-paths.ts', 'server/site-context.ts'],
    ],
  ],
  [
    'server/namespaces/emails',
    [
      ...['contract', 'server/access', 'server/audit', 'server/database', 'server/http', 'server/mail', 'server/time'],
      'server/api-error.ts',
    ],
  ],
  [
    'server/namespaces/backups',
    [
      ...[
        'contract',
        'server/access',
        'server/audit',
        'server/backup',
        'server/database',
        'server/files',
        'server/http',
        'server/time',
      ],
      ...['server/api-error.ts', 'server/site.ts', 'server/version.ts'],
    ],
  ],
  [
    'server/namespaces',
    [
      'contract',
      'server/database',
      'server/http',
      'server/settings',
      'server/theme',
      'server/time',
      'server/workers',
      'server/api-error.ts',
      'server/site-context.ts',
    ],
  ],
  ['server', ['contract', 'server']],
  // The admin of the installed packages is tested like that of the sources.
  ['scripts/package/site-with-admin.ts', ['admin/test', 'scripts', 'test']],
  // The sources of the admin in its package contain the pages that it lists.
  ['scripts/package/build-admin.ts', ['admin/ui/guides.ts', 'scripts']],
  ['scripts', ['contract', 'server', 'test']],
  ['bench', ['contract', 'server', 'test']],
  ['test', ['contract', 'server']],
];

const isIn = (file: string, module: string) => file === module || file.startsWith(`${module}/`);
const files = ['contract', 'server', 'extensions', 'scripts', 'bench', 'test']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`))
  .sort();

/** Files, with those that they import by a relative path. */
const graph = new Map(
  files.map((file) => [file, importsOf(file).flatMap(({ to, specifier }) => (specifier.startsWith('.') ? [to] : []))]),
);

describe('imports', () => {
  it('lead to existing files', () => {
    const missing = [...graph].flatMap(([file, targets]) =>
      targets.filter((to) => !existsSync(to)).map((to) => `${file} → ${to}`),
    );
    assert.deepEqual(missing, []);
  });

  it('follow the table of allowed dependencies', () => {
    const disallowed = [...graph]
      .filter(([file]) => !isTestFile(file))
      .flatMap(([file, targets]) => {
        const [module, imports] = allowed.find(([each]) => isIn(file, each)) ?? ['', []];
        return targets
          .filter((to) => !isIn(to, module) && !imports.some((each) => isIn(to, each)))
          .map((to) => `${file} → ${to}`);
      });
    assert.deepEqual(disallowed, []);
  });

  it('never lead from a module of resources to the operations of another module', () => {
    const moduleOf = (file: string) => /^server\/cms-v2\/([\w-]+)\//.exec(file)?.[1];
    // Files with operations are recognized by their content, because their names differ: they bind operations or declare their types.
    const isPrivate = (file: string) =>
      /[/-](endpoints|permissions|present|embeds|checks)\.ts$/.test(file) ||
      /\bimplement\(|\b\w*Operations\['/.test(readFileSync(file, 'utf8'));
    const crossing = [...graph]
      .filter(([file]) => moduleOf(file) !== undefined && !isTestFile(file))
      .flatMap(([file, targets]) =>
        targets
          .filter((to) => moduleOf(to) !== undefined && moduleOf(to) !== moduleOf(file) && isPrivate(to))
          .map((to) => `${file} → ${to}`),
      );
    assert.deepEqual(crossing, []);
  });

  it('have no cycles', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, visitedPath: readonly string[]): void => {
      if (visitedPath.includes(file)) cycles.push([...visitedPath.slice(visitedPath.indexOf(file)), file].join(' → '));
      if (done.has(file) || visitedPath.includes(file)) return;
      for (const to of graph.get(file) ?? []) walk(to, [...visitedPath, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);
    assert.deepEqual(cycles, []);
  });

  it('have no cycles between folders of the contract, the service and extensions', () => {
    const folders = folderGraphOf(listImports());
    const cycles = cyclicGroups(folders).map(([folder = '']) => describeCycle(folders, findCycle(folders, folder)));
    assert.ok(cycles.length === 0, `Circular imports between folders:\n${cycles.join('\n\n')}`);
  });

  it('of node:http are limited to types, because an import of values loads undici (server/node-http.ts)', () => {
    const importing = files
      .filter((file) => !isTestFile(file) && (isIn(file, 'server') || isIn(file, 'extensions')))
      .filter((file) => /\nimport (?!type )[^;]*? from '(node:)?http';/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(importing, []);
  });

  it('of the HTTP pipeline do not refer to resources', () => {
    const naming = [...graph]
      .filter(([file]) => isIn(file, 'server/http'))
      .flatMap(([file, targets]) =>
        targets.filter((to) => /^contract\/(cms-v2|namespaces|shared)\//.test(to)).map((to) => `${file} → ${to}`),
      );
    assert.deepEqual(naming, []);
  });
});
