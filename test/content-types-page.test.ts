// Follows docs/content-types.md step by step in a copy of the repository.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { newFolder, serve } from './commands/processes.ts';
import { blocksOf, commandsOf, shellOf } from './page-blocks.ts';

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

  /** Runs a program in the copy of the repository and returns its output, parsed as JSON. */
  const run = (program: string) =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: checkout, encoding: 'utf8' }),
    );

  it('has commands that check types, update the route table, and use the type and the resource', async () => {
    const data = newFolder();
    cpSync(path.join(checkout, 'octavo.config.ts'), path.join(data, 'octavo.config.ts'));
    const { rest } = await serve(data, {}, checkout);
    const shell = shellOf({ data, rest, repository: checkout });
    const outputs = commands.map((command) => shell.run(command));
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

  it('yields a working resource', () => {
    const outcomes = run(`
      import { openTestSite } from './test/site.ts';
      const site = await openTestSite();
      const redirect = { source: '/old', target: 'https://example.org/new' };
      const answers = [];
      for (const [person, method, address, json] of [
        ['editor', 'POST', '/cms/v2/redirects', redirect],
        ['administrator', 'POST', '/cms/v2/redirects', redirect],
        ['administrator', 'POST', '/cms/v2/redirects', redirect],
        ['administrator', 'POST', '/cms/v2/redirects', { source: 'old' }],
        ['anonymous', 'GET', '/cms/v2/redirects'],
        ['anonymous', 'GET', '/cms/v2/redirects/1?_fields=id,target'],
        ['anonymous', 'GET', '/cms/v2/redirects/9'],
      ]) {
        const { status, body } = await site.request(person, method, address, json);
        answers.push([status, body.code ?? body]);
      }
      console.log(JSON.stringify(answers));
      await site.database.close();
    `);
    const statuses = outcomes.map(([status]: [number]) => status);
    assert.deepEqual(statuses, [403, 201, 400, 400, 200, 200, 404]);
    assert.equal(outcomes[2][1], 'rest_redirect_exists');
    assert.equal(outcomes[4][1][0].source, '/old');
    assert.deepEqual(outcomes[5][1], { id: 1, target: 'https://example.org/new' });
  });

  it('yields a content type with all features of built-in ones', () => {
    const found = run(`
      import { openTestSite } from './test/site.ts';
      const { default: config } = await import('./' + 'octavo.config.ts');
      const site = await openTestSite({ config });
      const ask = async (person, method, address, json) => {
        const { status, body } = await site.request(person, method, address, json);
        return { status, body };
      };
      const series = await site.create('/cms/v2/series', { name: 'Summer' });
      const meta = { venue: 'Harbour', start_date: '2026-07-01T20:00:00', capacity: 80 };
      const event = { title: 'Concert', content: 'Music.', status: 'publish', series: [series.id], meta };
      const made = await site.create('/cms/v2/events', event, 'author');
      await ask('author', 'POST', '/cms/v2/events/' + made.id, { meta: { venue: 'Town hall' } });
      const item = await site.create('/cms/v2/menu-items', { type: 'post_type', object_id: made.id });
      console.log(JSON.stringify({
        made,
        listed: await ask('anonymous', 'GET', '/cms/v2/events?series=' + series.id),
        series: await ask('anonymous', 'GET', '/cms/v2/series/' + series.id),
        revisions: await ask('author', 'GET', '/cms/v2/events/' + made.id + '/revisions'),
        autosave: await ask('author', 'POST', '/cms/v2/events/' + made.id + '/autosaves', { title: 'Later' }),
        described: await ask('anonymous', 'GET', '/cms/v2/types/event'),
        searched: await ask('anonymous', 'GET', '/cms/v2/search?search=concert&subtype=event'),
        item,
        refused: await ask('author', 'POST', '/cms/v2/events', { title: 'None', meta: { capacity: -1 } }),
        anonymous: await ask('anonymous', 'POST', '/cms/v2/events', { title: 'x' }),
        index: (await ask('anonymous', 'GET', '/')).body.routes['/cms/v2/events'].endpoints[1].args.meta.properties,
      }));
      await site.database.close();
    `);
    assert.equal(found.made.type, 'event');
    assert.equal(found.made.link, 'http://site.test/events/concert/');
    assert.deepEqual(found.made.meta, { venue: 'Harbour', start_date: '2026-07-01T20:00:00', capacity: 80 });
    assert.deepEqual([found.listed.body.length, found.listed.body[0].id], [1, found.made.id]);
    assert.equal(found.series.body.count, 1);
    assert.deepEqual(
      found.revisions.body.map((revision: { meta: object }) => revision.meta),
      [{ venue: 'Town hall', start_date: null, capacity: null }],
    );
    assert.equal(found.autosave.body.title.raw, 'Later');
    assert.deepEqual([found.described.status, found.described.body.rest_base], [200, 'events']);
    assert.deepEqual(
      found.searched.body.map((result: { id: number }) => result.id),
      [found.made.id],
    );
    assert.deepEqual([found.item.object, found.item.type_label], ['event', 'Event']);
    assert.deepEqual([found.refused.status, found.refused.body.code], [400, 'rest_out_of_bounds']);
    assert.equal(found.anonymous.status, 401);
    assert.equal(found.index.capacity.minimum, 0);
  });
});
