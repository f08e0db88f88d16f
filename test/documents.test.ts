// What the documents point at is there.
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { commands } from '../server/command-line/commands.ts';
import { serveConfig } from '../server/config/config.ts';
import { dataOptions, serveOptions } from '../server/config/options.ts';

const documents = ['README.md', ...globSync('docs/**/*.md')].sort();

it('every link in the documents leads to a file', () => {
  const broken = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
      .map(([, to = '']) => path.join(path.dirname(file), to))
      .filter((to) => !existsSync(to))
      .map((to) => `${file} → ${to}`),
  );
  assert.deepEqual(broken, []);
});

it('the documents name every command and every option, and no other', () => {
  const text = readFileSync('docs/configuration.md', 'utf8');
  for (const { name } of commands) assert.match(text, new RegExp(`octavo ${name}\\b`), name);
  for (const [, name = ''] of text.matchAll(/`octavo ([a-z-]+)/g))
    assert.ok(
      commands.some((each) => each.name === name),
      name,
    );
  for (const [, flag = ''] of text.matchAll(/^\| `--([a-z-]+) /gm)) {
    const value =
      {
        port: '1',
        home: 'http://a',
        front: 'http://a',
        database: 'postgres://a',
        'log-level': 'info',
        'kept-answers': '1',
        'response-memory': '1',
        workers: '2',
        'largest-upload': '1',
        'max-body': '1',
        'max-text': '16',
        'fetch-hosts': 'images.internal',
        compatibility: 'off',
        'metrics-port': '9',
        mail: 'smtp://a',
        'mail-from': 'a@b.c',
        'trust-proxy': '127.0.0.1,::1,10.0.0.0/8',
        'audit-days': '1',
      }[flag] ?? 'x';
    if (flag !== 'origins') serveConfig([`--${flag}`, value], {});
  }
  for (const { flag, variable } of [...serveOptions, ...dataOptions]) {
    assert.ok(text.includes(`| \`--${flag} `), flag);
    assert.ok(text.includes(variable), variable);
  }
});

// What is declared, configured or installed, the settings, and what the theme itself provides are held in memory.
const fromMemory = [
  ...['types', 'statuses', 'taxonomies', 'settings', 'theme-styles', 'plugins', 'widgets', 'directories'],
  ...['block-patterns', 'block-types', 'icons', 'view-config', 'font-collections'],
];
const answersFromMemory = new RegExp(`server/cms-v2/(${fromMemory.join('|')})/`);

it('the table of routes leads to the SQL of every operation', () => {
  const rows = readFileSync('docs/routes.md', 'utf8').match(/^\| [A-Z].*$/gm) ?? [];
  for (const row of rows.slice(1)) {
    const [, , where = '', , , operation = '', sql = ''] = row.split('|');
    if (operation.includes('server/namespaces/') || answersFromMemory.test(operation)) continue;
    // What an extension keeps beside its tables, the service keeps for it.
    if (operation.includes('extensions/') && sql.trim() === '') continue;
    const [first = ''] = sql.match(/\(([^)]+)\)/) ?? [];
    const file = path.join('docs', first.slice(1, -1));
    assert.match(readFileSync(file, 'utf8'), /statement(Family)?\(/, `${where}: ${file}`);
    const isList = operation.includes('[list-') && existsSync(path.join(path.dirname(file), 'list-store.ts'));
    if (isList) assert.equal(path.basename(file), 'list-store.ts', where);
  }
  assert.ok(rows.length > 30);
});

/** The sections of a page, by their numbers: `## 3 Parameters`, `### 3.1 Where …`, `## 4. Storage`. */
const sectionsOf = (file: string): Set<string> =>
  new Set([...readFileSync(file, 'utf8').matchAll(/^#{2,4} (\d+(?:\.\d+)*)/gm)].map(([, number = '']) => number));

it('every rule that code names by page and section is there to be read', () => {
  const pages = new Map(
    globSync(['docs/contract/*.md', 'docs/design/*.md']).map((file) => [path.basename(file), sectionsOf(file)]),
  );
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

it('the plan of the house has every folder, every file at the head of the server, and no other', () => {
  const [, plan = ''] =
    /## The plan of the house[\s\S]*?```\n([\s\S]*?)```/.exec(readFileSync('docs/tour.md', 'utf8')) ?? [];
  const above: string[] = [];
  const planned = plan.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] =
      /^((?:│ {3})*(?:[├└]── )?)((?:[\w-][\w.-]*\/?)(?:, [\w-]+\/)*)(?: |$)/.exec(line) ?? [];
    if (names === '') return [];
    above.length = indent.length / 4;
    const paths = names.split(', ').map((name) => [...above, name.replace(/\/$/, '')].join('/'));
    above.push(names.replace(/\/$/, ''));
    return paths;
  });
  assert.deepEqual(
    planned.filter((each) => !existsSync(each)),
    [],
    'is not there',
  );
  const rooms = ['contract', 'docs', 'extensions', 'server', 'server/cms-v2', 'server/namespaces', 'test'];
  const folders = rooms.flatMap((room) =>
    readdirSync(room, { withFileTypes: true })
      .filter((each) => each.isDirectory() || room === 'server')
      .map(({ name }) => `${room}/${name}`),
  );
  assert.deepEqual(
    folders.filter((each) => !planned.includes(each)),
    [],
    'is forgotten',
  );
});
