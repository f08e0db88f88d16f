// Follows docs/content-types.md step by step in a copy of the repository.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { SiteConfig } from '../server/config/site-config.ts';
import { columnsOfOtherTables } from './added-columns.ts';
import { newFolder, serve, stop } from './commands/processes.ts';
import { blocksOf, commandsOf, shellOf } from './page-blocks.ts';
import { copyRepository, type RepositoryCopy } from './repository-copy.ts';
import type * as site from './site.ts';

const blocks = blocksOf('docs/content-types.md');
const commands = commandsOf(blocks);

/** Code blocks of the page that belong in a file. */
const examples = blocks.filter(({ file }) => file !== '');

describe('docs/content-types.md', () => {
  let copy: RepositoryCopy;
  before(() => {
    // The type check of the page's commands also covers the columns of columns-page.test.ts.
    copy = copyRepository([...examples, ...columnsOfOtherTables]);
    mkdirSync(path.join(copy.folder, 'docs'));
  });
  after(() => copy.remove());

  it('states how many files each section adds or changes', () => {
    const page = readFileSync('docs/content-types.md', 'utf8');
    const filesOf = (heading: string) => {
      const [, section = ''] = page.split(`\n## ${heading}\n`);
      return [...new Set([...(section.split('\n## ')[0] ?? '').matchAll(/^```\w+ (\S+)$/gm)].map(([, file]) => file))];
    };
    const stated = [...page.matchAll(/^\|.*?\]\(#([\w-]+)\).*\| (\d) \|$/gm)].map(([, anchor, n]) => [
      anchor,
      Number(n),
    ]);
    assert.deepEqual(stated, [
      ['declare-a-content-type', filesOf('Declare a content type').length],
      ['add-a-column', filesOf('Add a column').length],
      ['add-a-resource-of-another-kind', filesOf('Add a resource of another kind').length],
    ]);
    assert.deepEqual(filesOf('Declare a content type'), ['octavo.config.ts']);
    assert.deepEqual(filesOf('Add a column'), ['contract/columns.ts', 'server/database/migrations/9002-subtitles.ts']);
  });

  it('has commands that check types, update the route table, and use the type and the resource', async (t) => {
    const data = newFolder();
    cpSync(path.join(copy.folder, 'octavo.config.ts'), path.join(data, 'octavo.config.ts'));
    const { child, rest } = await serve(data, {}, copy.folder);
    t.after(() => stop(child));
    const shell = shellOf({ data, rest, repository: copy.folder });
    const outputs: string[] = [];
    for (const command of commands) outputs.push(await shell.run(command));
    assert.equal(outputs.length, 10);
    assert.match(readFileSync(path.join(copy.folder, 'docs/routes.md'), 'utf8'), /create-redirect/);
    const [event, events, upcoming, post, posts, created, redirects] = [1, 2, 3, 4, 5, 8, 9].map((at) =>
      JSON.parse(outputs[at] ?? ''),
    );
    assert.deepEqual([event.type, event.meta.venue], ['event', 'Harbour']);
    for (const list of [events, upcoming])
      assert.deepEqual(
        list.map(({ id }: { id: number }) => id),
        [event.id],
      );
    assert.deepEqual([post.subtitle, posts[0].subtitle], ['A guide', 'A guide']);
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
        cwd: copy.folder,
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, stdout + stderr);
  });

  it('yields a working resource', async () => {
    const { openTestSite } = (await copy.importModule('test/site.ts')) as typeof site;
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
    const { openTestSite } = (await copy.importModule('test/site.ts')) as typeof site;
    const { default: config } = (await copy.importModule('octavo.config.ts')) as { default: SiteConfig };
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
