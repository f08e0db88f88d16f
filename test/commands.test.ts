// The commands as people call them: processes with arguments, an environment and an exit code.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import BetterSqlite from 'better-sqlite3';

const folders: string[] = [];
const running: ChildProcess[] = [];
after(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-commands-'));
  folders.push(folder);
  return folder;
}

/** Runs a command to its end. */
function octavo(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/main.js', ...args], {
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

/** Starts the service on a port of its own choice; gives its REST root once it listens. */
async function serve(data: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/main.js', 'serve', '--port', '0', '--data', data], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  while (!printed.includes('curl')) {
    assert.equal(child.exitCode, null, 'the service ended by itself');
    await new Promise((later) => setTimeout(later, 20));
  }
  const rest = /serves (\S+?)\/? from/.exec(printed)?.[1] ?? '';
  return { child, rest, printed };
}

const stop = async (child: ChildProcess) => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0] as number;
};

describe('octavo serve', () => {
  it('starts on an empty folder, prints a curl line that works and the password once, stops in good order', async () => {
    const data = newFolder();
    const { child, rest, printed } = await serve(data);
    const address = /curl (\S+)/.exec(printed)?.[1] ?? '';
    const answer = await fetch(address);
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as { title: { rendered: string } }).title.rendered, 'Hello');
    assert.match(printed, /password \w{20} /);
    for (const probe of ['healthz', 'readyz']) assert.equal((await fetch(new URL(`/${probe}`, rest))).status, 200);
    assert.equal(await stop(child), 0);

    const again = await serve(data);
    assert.doesNotMatch(again.printed, /password/);
    assert.equal(await stop(again.child), 0);
  });

  it('makes what a site lacks whose users were made before its first start, and never twice', async () => {
    const data = newFolder();
    for (const name of ['admin', 'ann']) octavo(['user', 'create', name, `${name}@example.com`, '--data', data]);
    const first = await serve(data);
    assert.match(first.printed, /administrator is admin-2, the password \w{20} /);
    const address = /curl (\S+)/.exec(first.printed)?.[1] ?? '';
    const post = (await (await fetch(address)).json()) as { author: number; categories: number[] };
    assert.deepEqual([post.author, post.categories], [3, [1]]);
    await stop(first.child);
    const again = await serve(data);
    assert.doesNotMatch(again.printed, /administrator/);
    await stop(again.child);
    assert.match(octavo(['user', 'list', '--data', data]).stdout, /^1\tadmin\t.*\n2\tann\t.*\n3\tadmin-2\t.*\n$/);

    const own = newFolder();
    octavo(['user', 'create', 'eve', 'eve@example.com', '--role', 'administrator', '--data', own]);
    const { child, rest, printed } = await serve(own);
    assert.doesNotMatch(printed, /password/);
    for (const [of, count] of [
      ['posts', 1],
      ['categories', 1],
      ['users', 1],
    ] as const)
      assert.equal(((await (await fetch(`${rest}/cms/v2/${of}`)).json()) as unknown[]).length, count, of);
    await stop(child);
  });

  it('takes the first password from the environment and does not print it', async () => {
    const { child, printed } = await serve(newFolder(), { OCTAVO_ADMIN_PASSWORD: 'correct horse' });
    assert.doesNotMatch(printed, /correct horse/);
    await stop(child);
  });

  it('answers on sockets as the contract says: bodies, HEAD, other origins, what is too large', async () => {
    const data = newFolder();
    const { child, rest } = await serve(data);
    const { stdout } = octavo(['app-password', 'create', 'admin', '--name', 'tests', '--data', data]);
    const authorization = `Basic ${Buffer.from(`admin:${stdout.trim()}`).toString('base64')}`;
    const made = await fetch(`${rest}/cms/v2/posts`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"title":"From outside"}',
    });
    assert.equal(made.status, 201);
    assert.match(made.headers.get('cache-control') ?? '', /no-store/);
    const head = await fetch(`${rest}/cms/v2/posts`, { method: 'HEAD', headers: { origin: 'https://elsewhere.test' } });
    assert.equal(head.headers.get('x-cms-total'), '1');
    assert.equal(head.headers.get('access-control-allow-origin'), '*');
    assert.equal(head.headers.get('access-control-allow-credentials'), null);
    assert.equal(await head.text(), '');
    const large = request(`${rest}/cms/v2/posts`, { method: 'POST', headers: { 'content-length': 11 * 1024 * 1024 } });
    large.flushHeaders();
    const [refused] = (await once(large, 'response')) as [IncomingMessage];
    assert.equal(refused.statusCode, 413);
    assert.match(String(await refused.toArray()), /rest_body_too_large/);
    large.destroy();
    for (const [method, address] of [
      ['GET', '/cms/v2/nothing'],
      ['GET', '/%'],
      ['GET', '/%zz'],
      ['PROPFIND', '/cms/v2/posts'],
      ['LINK', '/'],
    ] as const) {
      const answer = await fetch(rest + address, { method });
      assert.deepEqual(
        [answer.status, ((await answer.json()) as { code: string }).code],
        [404, 'rest_no_route'],
        `${method} ${address}`,
      );
    }
    const { hostname, port } = new URL(rest);
    const socket = connect(Number(port), hostname);
    socket.write('NONSENSE\r\n\r\n');
    assert.match(String(await socket.toArray()), /^HTTP\/1\.1 400 [\s\S]*rest_bad_request/);
    assert.equal(((await (await fetch(new URL('/elsewhere', rest))).json()) as { code: string }).code, 'not_found');
    await stop(child);
  });

  it('shares its port among workers, each of which sees at once what was written through another', {
    timeout: 30_000,
  }, async () => {
    const data = newFolder();
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    await new Promise((closed) => probe.close(closed));
    const child = spawn(
      process.execPath,
      ['server/main.js', 'serve', '--port', String(port), '--workers', '2', '--data', data],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    running.push(child);
    await once(child.stdout, 'data');
    const { stdout } = octavo(['app-password', 'create', 'admin', '--name', 'tests', '--data', data]);
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${stdout.trim()}`).toString('base64')}`,
      'content-type': 'application/json',
      connection: 'close',
    };
    const rest = `http://127.0.0.1:${port}/rest/cms/v2/posts`;
    for (let n = 0; n < 10; n += 1) {
      const made = await fetch(rest, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: `Post ${n}`, status: 'publish' }),
      });
      assert.equal(made.status, 201);
      const written = performance.now();
      // Connections go to the workers in turn, so several reads meet both.
      for (let met = 0; met < 4; ) {
        const [first] = (await (await fetch(`${rest}?orderby=id`, { headers: { connection: 'close' } })).json()) as {
          title: { rendered: string };
        }[];
        if (first?.title.rendered === `Post ${n}`) met += 1;
        else assert.ok(performance.now() - written < 100, 'not seen by the other worker within 100 ms');
      }
    }
    assert.equal(await stop(child), 0);
  });

  it('ends when none of its workers can serve', { timeout: 30_000 }, async () => {
    const occupied = createServer().listen(0, '127.0.0.1').unref();
    await once(occupied, 'listening');
    const { port } = occupied.address() as { port: number };
    const { status, stderr } = octavo(['serve', '--workers', '2', '--port', String(port), '--data', newFolder()]);
    occupied.close();
    assert.equal(status, 1);
    assert.match(stderr, /^The port \d+ of 127\.0\.0\.1 is in use/);
  });

  it('says in one sentence what is wrong, and ends with 1', async () => {
    const occupied = createServer().listen(0, '127.0.0.1').unref();
    await once(occupied, 'listening');
    const { port } = occupied.address() as { port: number };
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, 'no database');
    const cases: [args: string[], sentence: RegExp][] = [
      [['--port', String(port)], /The port \d+ of 127\.0\.0\.1 is in use/],
      [['--port', '99999'], /The port must be a whole number from 0 to 65535, not "99999"/],
      [['--port', '1e3'], /The port must be a whole number/],
      [['--workers', ' 5'], /The number of workers must be a whole number from 1 to 64, not " 5"/],
      [['--host', '203.0.113.9'], /^203\.0\.113\.9 is no address of this machine/],
      [['--host', '203.0.113.9', '--port', '0'], /^203\.0\.113\.9 is no address of this machine/],
      [['--data', file], /file is a file; --data takes a folder/],
      [['--data'], /The option --data needs a value/],
      [['--database', 'postgres://me:secret@127.0.0.1:1/site'], /^PostgreSQL at 127\.0\.0\.1:1\/site: /],
      [['--database', 'postgres://me:12#secret@127.0.0.1:1/site'], /^The address of the database cannot be read/],
      [['--database', 'postgres://me:12/secret@127.0.0.1:1/site'], /^The address of the database cannot be read/],
      [['--home', 'nowhere'], /--home must be an http/],
      [['--mail', 'mail.example'], /^The mail server must be an smtp:\/\/ or smtps:\/\/ address\.\n$/],
      [['--mail', 'smtp://me:12#secret@mail.example'], /^The address of the mail server cannot be read/],
      [['--mail', 'smtp://me:secret@mail.example?tls=no'], /^The address of the mail server takes \?tls=required/],
      [['--mail-from', 'nobody'], /^The sender of mail must be an address, .* not "nobody"\.\n$/],
      [['--database', 'mysql://x'], /must be a postgres:\/\/ address/],
      [['--data', path.join(file, 'below')], /The data folder .* cannot be made/],
      [['--nonsense'], /There is no option --nonsense/],
      [['--config', 'nowhere.ts'], /There is no file/],
    ];
    for (const [args, sentence] of cases) {
      const { status, stderr } = octavo(['serve', '--data', newFolder(), ...args]);
      assert.equal(status, 1, args.join(' '));
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /secret|me:/);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    occupied.close();
  });

  it('refuses a database that a newer version has made, and a file that is none', () => {
    const newer = newFolder();
    octavo(['user', 'create', 'ann', 'ann@example.org', '--data', newer]);
    const database = new BetterSqlite(path.join(newer, 'octavo.sqlite'));
    database.exec("insert into migrations (number, name, applied_at) values (9999, 'to come', '2099-01-01')");
    database.close();
    const none = newFolder();
    writeFileSync(path.join(none, 'octavo.sqlite'), 'this is no database, only text '.repeat(100));
    for (const [data, sentence] of [
      [newer, /newer version/],
      [none, /octavo\.sqlite/],
    ] as const) {
      const { status, stderr } = octavo(['serve', '--port', '0', '--data', data]);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
  });
});

describe('octavo on the command line', () => {
  const data = newFolder();

  it('tells what it can do, and what it cannot', () => {
    assert.match(octavo(['--help']).stdout, /serve[\s\S]*user[\s\S]*setting/);
    for (const command of ['serve', 'user', 'app-password', 'setting', 'migrate'])
      assert.equal(octavo([command, '--help']).status, 0, command);
    assert.match(octavo(['--version']).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('says how to call it where it was called wrongly, makes nothing, and ends with 2', () => {
    const nowhere = path.join(newFolder(), 'data');
    for (const args of [
      ['dance'],
      ['serve', 'now'],
      ['migrate', 'now'],
      ['generate', 'now'],
      ['import'],
      ['setting', 'get'],
      ['setting', 'set', 'title'],
      ['user', 'dance'],
      ['user', 'create', 'ann'],
      ['app-password', 'create', 'ann'],
    ]) {
      const { status, stderr } = octavo(args, { OCTAVO_DATA: nowhere });
      assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    assert.equal(existsSync(nowhere), false);
  });

  it('makes no database where it only reads or changes one', () => {
    const nowhere = path.join(newFolder(), 'mistyped');
    for (const args of [
      ['user', 'list'],
      ['user', 'set-password', 'ann'],
      ['setting', 'get', 'title'],
      ['setting', 'set', 'title', 'Mine'],
      ['app-password', 'create', 'ann', '--name', 'x'],
      ['migrate'],
      ['migrate', '--plan'],
    ]) {
      const { status, stderr } = octavo([...args, '--data', nowhere]);
      assert.equal(status, 1, args.join(' '));
      assert.equal(stderr, `There is no database in ${nowhere}; octavo serve makes one.\n`);
    }
    assert.equal(existsSync(nowhere), false);
  });

  it('makes users, sets their passwords, lists them', () => {
    const made = octavo(['user', 'create', 'ann', 'ann@example.org', '--role', 'editor', '--data', data]);
    assert.match(made.stdout, /^\w{20}\n$/);
    assert.equal(
      octavo(['user', 'create', 'bob', 'bob@example.org', '--data', data], { OCTAVO_PASSWORD: 'given' }).stdout,
      '',
    );
    assert.equal(octavo(['migrate', '--plan', '--data', data]).stdout, 'The database is up to date.\n');
    assert.match(octavo(['user', 'create', 'ANN', 'x@example.org', '--data', data]).stderr, /already/);
    assert.match(octavo(['user', 'create', 'carl', 'Ann@example.org', '--data', data]).stderr, /e-mail/);
    assert.match(
      octavo(['user', 'create', 'dora', 'dora@example.org', '--role', 'king', '--data', data]).stderr,
      /no role/,
    );
    assert.equal(octavo(['user', 'set-password', 'bob', '--data', data], { OCTAVO_PASSWORD: 'another' }).status, 0);
    assert.match(octavo(['user', 'list', '--data', data]).stdout, /ann\tann@example\.org\n\d+\tbob/);
    assert.match(
      octavo(['app-password', 'create', 'ann', '--name', 'x', '--data', data]).stdout,
      /^(\w{4} ){5}\w{4}\n$/,
    );
    const nameless = octavo(['app-password', 'create', 'ann', '--name', '', '--data', data]);
    assert.deepEqual([nameless.status, nameless.stderr], [1, 'An application password needs a name.\n']);
    assert.match(octavo(['app-password', 'create', 'nobody', '--name', 'x', '--data', data]).stderr, /no user/);
  });

  it('tells who did what, and makes application passwords that are limited', () => {
    const data = newFolder();
    octavo(['user', 'create', 'ann', 'ann@example.org', '--data', data], { OCTAVO_PASSWORD: 'one' });
    octavo(['setting', 'set', 'title', 'Confidential', '--data', data]);
    const limited = ['app-password', 'create', 'ann', '--name', 'a\tb', '--read-only', '--namespaces', 'cms/v2'];
    const made = octavo([...limited, '--expires', '2100-01-01T00:00:00', '--data', data]);
    assert.match(made.stdout, /^(\w{4} ){5}\w{4}\n$/, made.stderr);
    const lines = octavo(['audit', 'list', '--data', data])
      .stdout.trim()
      .split('\n')
      .map((line) => line.split('\t'));
    assert.deepEqual(
      lines.map(([, who, from, what]) => [who, from, what]),
      ['application-password-created', 'settings-changed', 'user-created'].map((what) => ['-', 'command line', what]),
    );
    const details = '"limits":{"readOnly":true,"expires":"2100-01-01T00:00:00","namespaces":["cms/v2"]}';
    assert.ok(lines[0]?.[5]?.includes(details), JSON.stringify(lines[0]));
    assert.doesNotMatch(JSON.stringify(lines), /Confidential|one"/);
    const only = octavo(['audit', 'list', '--action', 'user-created', '--limit', '1', '--data', data]).stdout;
    assert.match(only, /^[^\n]*user-created\tuser \d+ ann\t[^\n]*\n$/);
  });

  it('names the key, type or taxonomy of octavo.config.ts that cannot be used', () => {
    const noun = "noun: { one: 'recipe', many: 'recipes' }";
    const recipe = `name: 'recipe', restBase: 'recipes', ${noun}`;
    const shelf = "{ slug: 'shelf', name: 'Shelf', font_families: [] }";
    const cuisine = `name: 'cuisine', restBase: 'cuisines', ${noun}`;
    for (const [declared, sentence] of [
      ['tipes: []', /the default export has the unknown key tipes/],
      ["roles: { a: 'b' }", /roles\.a must be a list/],
      ['templates: { page: [1] }', /templates\.page\.0 must be text/],
      ["templates: { pgae: ['wide'] }", /the templates name the type pgae, which is not declared/],
      ["fontCollections: [{ slug: 'a', name: 'A' }]", /fontCollections\.0 lacks the key font_families/],
      [`fontCollections: [${shelf}, ${shelf}]`, /two font collections have the slug shelf/],
      [`fontCollections: [${shelf.replace('shelf', 'a/b')}]`, /"a\/b" cannot be the slug of a font collection/],
      [`types: { ${recipe} }`, /types must be a list/],
      [`types: [{ restBase: 'recipes', ${noun} }]`, /types\[0\] lacks the key name/],
      [`types: [{ ${recipe}, suports: [] }]`, /the type recipe has the unknown key suports/],
      [`types: [{ ${recipe}, supports: ['sparkle'] }]`, /the type recipe: supports\.0 must be one of title, editor/],
      [`types: [{ ${recipe}, rights: 3 }]`, /the type recipe: rights must be text or an object/],
      [`types: [{ ${recipe}, meta: { servings: { type: 'integr' } } }]`, /the type recipe: meta\.servings\.type/],
      [`types: [{ ${recipe}, name: 'Recipe' }]`, /"Recipe" cannot be the name/],
      [`types: [{ ${recipe}, restBase: 'posts' }]`, /post and recipe have the same REST base posts/],
      [`types: [{ ${recipe}, restBase: 'media' }]`, /attachment and recipe have the same REST base media/],
      [`types: [{ ${recipe}, name: 'user' }]`, /the name user belongs to the service/],
      [
        `types: [{ ${recipe}, taxonomies: ['mood'] }]`,
        /the type recipe names the taxonomy mood, which is not declared/,
      ],
      [`taxonomies: [{ ${cuisine} }]`, /the taxonomy cuisine lacks the key types/],
      [
        `taxonomies: [{ ${cuisine}, types: ['pst'] }]`,
        /the taxonomy cuisine names the type pst, which is not declared/,
      ],
      [`taxonomies: [{ ${cuisine}, types: ['post'], restBase: 'title' }]`, /the REST base title of cuisine is a field/],
    ] as const) {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'octavo.config.ts'), `export default { ${declared} };`);
      const { status, stderr } = octavo(['user', 'list', '--data', folder]);
      assert.equal(status, 1, declared);
      assert.match(stderr, sentence);
      assert.match(stderr, /octavo\.config\.ts cannot be used: [^\n]*\.\n$/);
    }
  });

  it('reads and changes settings', () => {
    assert.equal(octavo(['setting', 'get', 'title', '--data', data]).stdout, 'Octavo\n');
    assert.equal(octavo(['setting', 'set', 'title', 'Mine', '--data', data]).status, 0);
    assert.equal(octavo(['setting', 'get', 'title', '--data', data]).stdout, 'Mine\n');
    assert.match(
      octavo(['setting', 'set', 'timezone', 'Moon/Base', '--data', data]).stderr,
      /takes the name of a time zone/,
    );
    assert.match(octavo(['setting', 'set', 'nothing', '1', '--data', data]).stderr, /no setting/);
    assert.match(
      octavo(['setting', 'set', '--data', data, 'page_on_front', '-4']).stderr,
      /^The setting page_on_front takes a whole number, not below 0, not "-4"\.\n$/,
    );
    assert.match(octavo(['setting', 'set', '--data', data, 'page_on_front', '4']).stderr, /no page of the number 4/);
    assert.match(octavo(['setting', 'set', '--data', data, 'show_on_front', 'nonsense']).stderr, /takes posts or page/);
    assert.equal(octavo(['setting', 'set', '--data', data, 'posts_per_page', '-1']).status, 0);
    assert.equal(octavo(['setting', 'get', 'posts_per_page', '--data', data]).stdout, '-1\n');
    assert.equal(octavo(['setting', 'set', '--data', data, 'title', '--', '--Mine--']).status, 0);
    assert.equal(octavo(['setting', 'get', 'title', '--data', data]).stdout, '--Mine--\n');
    const { status, stderr } = octavo(['setting', 'set', 'default_category', '99', '--data', data]);
    assert.deepEqual([status, stderr], [1, 'There is no category of the number 99.\n']);
  });
});
