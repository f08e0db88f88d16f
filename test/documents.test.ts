// Tests that links and other references in documents and in comments lead to existing pages, headings and sections.
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { commands } from '../server/command-line/commands.ts';
import { dataOptions, serveOptions } from '../server/config/options.ts';
import { parseServeConfig } from './parse-config.ts';

const documents = globSync(['*.md', 'changes/*.md', 'docs/**/*.md']).sort();

/** Returns the text of a document without its code blocks. */
const proseOf = (file: string): string => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** Returns the headings of a document, without their markers. */
const headingsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => heading);

/** Returns the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

it('every link in the documents leads to an existing file and heading', () => {
  const broken = documents.flatMap((file) =>
    [...proseOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, to = '', anchor]) => {
        const target = to === '' ? file : path.join(path.dirname(file), to);
        if (!existsSync(target)) return true;
        return anchor !== undefined && target.endsWith('.md') && !headingsOf(target).map(anchorOf).includes(anchor);
      })
      .map(([link]) => `${file} → ${link}`),
  );
  assert.deepEqual(broken, []);
});

it('the command line page describes every command, and documents name no commands that do not exist', () => {
  const page = 'docs/command-line.md';
  for (const { name } of commands) assert.ok(headingsOf(page).includes(name), name);
  const named = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`octavo ([a-z-]+)|^octavo ([a-z-]+)/gm)].map(([, inline, line]) => ({
      file,
      name: inline ?? line ?? '',
    })),
  );
  const unknown = named.filter(({ name }) => !name.startsWith('-') && !commands.some((each) => each.name === name));
  assert.deepEqual(unknown, []);
  assert.ok(named.length > commands.length);
});

it('the configuration page lists every option, and no options that do not exist', () => {
  const text = readFileSync('docs/configuration.md', 'utf8');
  for (const [, flag = ''] of text.matchAll(/^\| `--([a-z-]+) /gm)) {
    const value =
      {
        port: '1',
        home: 'http://a',
        front: 'http://a',
        database: 'postgres://a',
        'database-direct': 'postgres://a',
        'read-database': 'postgres://a,postgres://b',
        'log-level': 'info',
        'cache-tags': 'xkey',
        'shared-max-age': '0',
        'stale-while-revalidate': '0',
        'response-cache': '1',
        'response-memory': '1',
        workers: '2',
        'max-upload': '1',
        'max-body': '1',
        'max-text': '16',
        'fetch-hosts': 'images.internal',
        compatibility: 'off',
        pages: 'off',
        'metrics-port': '9',
        'access-log': 'all',
        mail: 'smtp://a',
        'mail-from': 'a@b.c',
        'trust-proxy': '127.0.0.1,::1,10.0.0.0/8',
        'audit-days': '1',
      }[flag] ?? 'x';
    const needed = /^(database-direct|read-database)$/.test(flag) ? ['--database', 'postgres://a'] : [];
    if (flag !== 'origins') parseServeConfig([...needed, `--${flag}`, value]);
  }
  for (const { flag, variable } of [...serveOptions, ...dataOptions]) {
    assert.ok(text.includes(`| \`--${flag} `), flag);
    assert.ok(text.includes(variable), variable);
  }
});

// Operations on these resources need no SQL, because declarations, configuration, settings and theme data are in memory.
const fromMemory = [
  ...['types', 'statuses', 'taxonomies', 'settings', 'theme-styles', 'plugins', 'widgets', 'directories'],
  ...['block-patterns', 'block-types', 'icons', 'view-config'],
];
const isServedFromMemory = new RegExp(
  `server/(?:cms-v2/((${fromMemory.join('|')})/|fonts/collection-endpoints)|live-feed/event-kinds)`,
);

it('the route table links the SQL of every operation', () => {
  const rows = readFileSync('docs/routes.md', 'utf8').match(/^\| [A-Z].*$/gm) ?? [];
  for (const row of rows.slice(1)) {
    const [, , route = '', , , operation = '', sql = ''] = row.split('|');
    if (operation.includes('server/namespaces/') || isServedFromMemory.test(operation)) continue;
    // An extension that has no tables stores its data with functions of the service.
    if (operation.includes('extensions/') && sql.trim() === '') continue;
    const [first = ''] = sql.match(/\(([^)]+)\)/) ?? [];
    const file = path.join('docs', first.slice(1, -1));
    assert.match(readFileSync(file, 'utf8'), /statement(Family)?\(/, `${route}: ${file}`);
    const [operationFile = ''] = operation.match(/\(([^)]+)\)/) ?? [];
    const folder = path.join('docs', path.dirname(operationFile.slice(1, -1)));
    const isList = operation.includes('[list-') && existsSync(path.join(folder, 'list-store.ts'));
    if (isList) assert.equal(path.basename(file), 'list-store.ts', route);
  }
  assert.ok(rows.length > 30);
});

/** Returns the section numbers of a page: 3 for `## 3 Parameters`, 3.1 for `### 3.1 Where …`. */
const sectionsOf = (file: string): Set<string> =>
  new Set([...readFileSync(file, 'utf8').matchAll(/^#{2,4} (\d+(?:\.\d+)*)/gm)].map(([, number = '']) => number));

it('every section that code refers to exists', () => {
  const pages = new Map(globSync('docs/contract/*.md').map((file) => [path.basename(file), sectionsOf(file)]));
  const sources = globSync(['contract/**/*.ts', 'server/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/*.ts']);
  const cited = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b([a-z-]+\.md) (§[\d.]+(?:, §[\d.]+)*)/g)].flatMap(
      ([, page = '', list = '']) =>
        list.split(', ').map((section) => ({ file, page, section: section.slice(1).replace(/\.$/, '') })),
    ),
  );
  const missing = cited.filter(({ page, section }) => !pages.get(page)?.has(section));
  assert.deepEqual(missing, []);
  assert.ok(cited.length > 200);
});

it('every document and heading that code refers to exists', () => {
  const sources = globSync(['{bench,contract,extensions,scripts,server,test}/**/*.{ts,js}']);
  const cited = sources.flatMap((file) => {
    const comments = readFileSync(file, 'utf8').replace(/\n\s*(?:\/\/|\*) ?/g, ' ');
    return [...comments.matchAll(/\bdocs\/([\w/-]+\.md)(?:, "?(\p{Lu}[^);.":]*))?/gu)].map(
      ([, page = '', heading]) => ({ file, page: `docs/${page}`, heading: heading?.trim() }),
    );
  });
  const missing = cited.filter(
    ({ page, heading }) => !existsSync(page) || (heading !== undefined && !headingsOf(page).includes(heading)),
  );
  assert.deepEqual(missing, []);
  assert.ok(cited.length > 50);
});

it('the page about a request names each file of the path once', () => {
  const [, section = ''] =
    /\n## From the socket to SQL\n([\s\S]*?)\n## /.exec(readFileSync('docs/a-request.md', 'utf8')) ?? [];
  const rows = section.match(/^\| (?!Step|---).*$/gm) ?? [];
  const named = rows.flatMap((row) => [...row.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file));
  assert.ok(named.length > 20);
  assert.equal(new Set(named).size, named.length);
});

/** Returns the text below a heading of the page about the architecture. */
const architectureSection = (heading: string): string =>
  readFileSync('docs/architecture.md', 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

it('the tour of the code has ten steps with one file each', () => {
  const steps = architectureSection('Read the code in ten files').match(/^\d+\. .*(?:\n {3,}.*)*/gm) ?? [];
  const named = steps.flatMap((step) => [...step.matchAll(/\]\(\.\.\/([^)]+\.ts)\)/g)].map(([, file = '']) => file));
  assert.deepEqual(
    steps.map((step) => Number.parseInt(step, 10)),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.equal(new Set(named).size, 10);
  assert.equal(named.length, 10);
  for (const file of named) assert.ok(existsSync(file), file);
});

it('the example of a route leads to the operation through the route table', () => {
  const section = architectureSection('Find the code of a route');
  const [, method = '', route = ''] = /`([A-Z]+) (\/[^`]+)`/.exec(section) ?? [];
  const [, searched = '', linked = ''] = /for `([^`]+)`[\s\S]*\]\(([^)]+\.ts)\)/.exec(section) ?? [];
  const table = readFileSync('docs/routes.md', 'utf8');
  const row = table.split('\n').find((line) => line.startsWith(`| ${method} | \`${route}\` |`)) ?? '';
  assert.ok(route.endsWith(searched) && row.includes(searched), 'the searched text is part of the row');
  const [, operation = ''] = /\]\(([^)]+)\)/.exec(row.split('|')[5] ?? '') ?? [];
  assert.equal(linked, operation);
  assert.ok(existsSync(path.join('docs', operation)), operation);
});

it('the tables of folders list exactly the existing folders and the files in server', () => {
  const listed = [...architectureSection('Folders').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) =>
    name.replace(/\/$/, ''),
  );
  assert.deepEqual(
    listed.filter((each) => !existsSync(each)),
    [],
    'listed, but do not exist',
  );
  const parents = ['contract', 'docs', 'extensions', 'server', 'server/cms-v2', 'server/namespaces', 'test'];
  const folders = parents.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((each) => each.isDirectory() || parent === 'server')
      .map(({ name }) => `${parent}/${name}`),
  );
  assert.deepEqual(
    [...folders, 'bench', 'scripts', 'themes'].filter((each) => !listed.includes(each)),
    [],
    'exist, but are missing from the tables',
  );
  assert.equal(new Set(listed).size, listed.length, 'no folder is listed twice');
});
