// Follows docs/content-types.md step by step in a copy of the repository.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newFolder, serve, stop } from './commands/processes.ts';
import { blocksOf, commandsOf, shellOf } from './page-blocks.ts';
import type * as site from './site.ts';

const blocks = blocksOf('docs/content-types.md');
const commands = commandsOf(blocks);

/** Code blocks of the page that belong in a file. */
const examples = blocks.filter(({ file }) => file !== '');

/** Applies a diff to a text. Asserts that the context of each hunk occurs exactly once. */
function change(text: string, difference: string): string {
  const lines = difference.trimEnd().split('\n');
  const original = lines
    .filter((line) => !line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n');
  const replacement = lines
    .filter((line) => !line.startsWith('-'))
    .map((line) => line.slice(1))
    .join('\n');
  assert.equal(text.split(`${original}\n`).length, 2, `${JSON.stringify(original)} must occur exactly once`);
  return text.replace(`${original}\n`, () => `${replacement}\n`);
}

describe('docs/content-types.md', () => {
  let checkout: string;
  before(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'octavo-scratch-'));
    for (const part of [
      'contract',
      'server',
      'extensions',
      'scripts',
      'test',
      'themes',
      'package.json',
      'tsconfig.json',
      'biome.json',
    ])
      cpSync(part, path.join(checkout, part), { recursive: true });
    symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
    for (const { language, file, text } of examples) {
      const target = path.join(checkout, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, language === 'ts' ? text : change(readFileSync(target, 'utf8'), text));
    }
    mkdirSync(path.join(checkout, 'docs'));
  });
  after(() => rmSync(checkout, { recursive: true, force: true }));

  /** Imports a module of the copy, whose code differs from that of this process. */
  const importCopy = (file: string) => import(pathToFileURL(path.join(checkout, file)).href);

  it('has commands that check types, update the route table, and use the type and the resource', async (t) => {
    const data = newFolder();
    cpSync(path.join(checkout, 'octavo.config.ts'), path.join(data, 'octavo.config.ts'));
    const { child, rest } = await serve(data, {}, checkout);
    t.after(() => stop(child));
    const shell = shellOf({ data, rest, repository: checkout });
    const outputs: string[] = [];
    for (const command of commands) outputs.push(await shell.run(command));
    assert.equal(outputs.length, 7);
    assert.match(readFileSync(path.join(checkout, 'docs/routes.md'), 'utf8'), /create-redirect/);
    const [event, events, created, redirects] = [1, 2, 5, 6].map((at) => JSON.parse(outputs[at] ?? ''));
    assert.deepEqual([event.type, event.meta.venue], ['event', 'Harbour']);
    assert.deepEqual(
      events.map(({ id }: { id: number }) => id),
      [event.id],
    );
    assert.equal(created.source, '/old');
    assert.deepEqual(
      redirects.map(({ target }: { target: string }) => target),
      ['https://example.org/new'],
    );
  });

  it('passes lint', () => {
    const files = [...new Set(examples.map(({ file }) => file))];
    const { status, stdout, stderr } = spawnSync(
      'node_modules/.bin/biome',
      ['check', '--vcs-enabled=false', ...files],
      {
        cwd: checkout,
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, stdout + stderr);
  });

  it('yields a working resource', async () => {
    const { openTestSite }: typeof site = await importCopy('test/site.ts');
    const { request, database } = await openTestSite();
    const redirect = { source: '/old', target: 'https://example.org/new' };
    const requests = [
      ['editor', 'POST', '/cms/v2/redirects', redirect],
      ['administrator', 'POST', '/cms/v2/redirects', redirect],
      ['administrator', 'POST', '/cms/v2/redirects', redirect],
      ['administrator', 'POST', '/cms/v2/redirects', { source: 'old' }],
      ['anonymous', 'GET', '/cms/v2/redirects'],
      ['anonymous', 'GET', '/cms/v2/redirects/1?_fields=id,target'],
      ['anonymous', 'GET', '/cms/v2/redirects/9'],
    ] as const;
    const responses: site.TestResponse[] = [];
    for (const [caller, method, address, json] of requests)
      responses.push(await request(caller, method, address, json));
    await database.close();
    assert.deepEqual(
      responses.map(({ status }) => status),
      [403, 201, 400, 400, 200, 200, 404],
    );
    const [, , repeated, , listed, found] = responses.map(({ body }) => body);
    assert.equal(repeated.code, 'rest_redirect_exists');
    assert.equal(listed[0].source, '/old');
    assert.deepEqual(found, { id: 1, target: 'https://example.org/new' });
  });

  it('yields a content type with all features of built-in ones', async () => {
    const { openTestSite }: typeof site = await importCopy('test/site.ts');
    const { default: config } = await importCopy('octavo.config.ts');
    const { request, create, database } = await openTestSite({ config });
    const summer = await create('/cms/v2/series', { name: 'Summer' });
    const meta = { venue: 'Harbour', start_date: '2026-07-01T20:00:00', capacity: 80 };
    const event = { title: 'Concert', content: 'Music.', status: 'publish', series: [summer.id], meta };
    const made = await create('/cms/v2/events', event, 'author');
    assert.equal(made.type, 'event');
    assert.equal(made.link, 'http://site.test/events/concert/');
    assert.deepEqual(made.meta, meta);
    await request('author', 'POST', `/cms/v2/events/${made.id}`, { meta: { venue: 'Town hall' } });
    const item = await create('/cms/v2/menu-items', { type: 'post_type', object_id: made.id });
    assert.deepEqual([item.object, item.type_label], ['event', 'Event']);
    const { body: listed } = await request('anonymous', 'GET', `/cms/v2/events?series=${summer.id}`);
    assert.deepEqual([listed.length, listed[0].id], [1, made.id]);
    assert.equal((await request('anonymous', 'GET', `/cms/v2/series/${summer.id}`)).body.count, 1);
    const { body: revisions } = await request('author', 'GET', `/cms/v2/events/${made.id}/revisions`);
    assert.deepEqual(
      revisions.map((revision: { meta: object }) => revision.meta),
      [{ venue: 'Town hall', start_date: null, capacity: null }],
    );
    const autosave = await request('author', 'POST', `/cms/v2/events/${made.id}/autosaves`, { title: 'Later' });
    assert.equal(autosave.body.title.raw, 'Later');
    const described = await request('anonymous', 'GET', '/cms/v2/types/event');
    assert.deepEqual([described.status, described.body.rest_base], [200, 'events']);
    const { body: results } = await request('anonymous', 'GET', '/cms/v2/search?search=concert&subtype=event');
    assert.deepEqual(
      results.map(({ id }: { id: number }) => id),
      [made.id],
    );
    const negative = await request('author', 'POST', '/cms/v2/events', { title: 'None', meta: { capacity: -1 } });
    assert.deepEqual([negative.status, negative.body.code], [400, 'rest_out_of_bounds']);
    assert.equal((await request('anonymous', 'POST', '/cms/v2/events', { title: 'x' })).status, 401);
    const { routes } = (await request('anonymous', 'GET', '/')).body;
    assert.equal(routes['/cms/v2/events'].endpoints[1].args.meta.properties.capacity.minimum, 0);
    await database.close();
  });
});
