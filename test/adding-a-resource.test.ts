// docs/adding-a-resource.md, followed to the letter in a scratch copy of the house.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

const page = readFileSync('docs/adding-a-resource.md', 'utf8');

/** The examples of the page that are meant for a file: a language, the file, the text. */
const examples = [...page.matchAll(/```(ts|diff) (\S+)\n([\s\S]*?)```/g)].map(([, kind, file = '', text = '']) => ({
  kind,
  file,
  text,
}));

/** Puts lines marked + behind the line before them, in place of lines marked -. Every other line must be there once. */
function change(text: string, difference: string): string {
  const lines = difference.trimEnd().split('\n');
  const found = lines
    .filter((line) => !line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n');
  const wanted = lines
    .filter((line) => !line.startsWith('-'))
    .map((line) => line.slice(1))
    .join('\n');
  assert.equal(text.split(`${found}\n`).length, 2, `${JSON.stringify(found)} should be there once`);
  return text.replace(`${found}\n`, () => `${wanted}\n`);
}

describe('docs/adding-a-resource.md', () => {
  let copy: string;
  before(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'octavo-scratch-'));
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
      cpSync(part, path.join(copy, part), { recursive: true });
    symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
    for (const { kind, file, text } of examples) {
      const target = path.join(copy, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, kind === 'ts' ? text : change(readFileSync(target, 'utf8'), text));
    }
    mkdirSync(path.join(copy, 'docs'));
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  /** Runs a little program in the copy; gives what it prints. */
  const run = (program: string) =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: copy, encoding: 'utf8' }),
    );

  it('leaves a house whose types hold and whose route table has the new routes', () => {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], { cwd: copy, stdio: 'pipe' });
    execFileSync(process.execPath, ['scripts/write-routes.ts'], { cwd: copy, stdio: 'pipe' });
    assert.match(readFileSync(path.join(copy, 'docs/routes.md'), 'utf8'), /create-redirect/);
  });

  it('passes lint', () => {
    const files = [...new Set(examples.map(({ file }) => file))];
    const { status, stdout, stderr } = spawnSync(
      'node_modules/.bin/biome',
      ['check', '--vcs-enabled=false', ...files],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, stdout + stderr);
  });

  it('yields a resource of another kind that works', () => {
    const answers = run(`
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
        const { status, body } = await site.ask(person, method, address, json);
        answers.push([status, body.code ?? body]);
      }
      console.log(JSON.stringify(answers));
      await site.database.close();
    `);
    const statuses = answers.map(([status]: [number]) => status);
    assert.deepEqual(statuses, [403, 201, 400, 400, 200, 200, 404]);
    assert.equal(answers[2][1], 'rest_redirect_exists');
    assert.equal(answers[4][1][0].source, '/old');
    assert.deepEqual(answers[5][1], { id: 1, target: 'https://example.org/new' });
  });

  it('yields a content type that has what built-in ones have', () => {
    const found = run(`
      import { openTestSite } from './test/site.ts';
      const { default: config } = await import('./' + 'octavo.config.ts');
      const site = await openTestSite({ config });
      const ask = async (person, method, address, json) => {
        const { status, body } = await site.ask(person, method, address, json);
        return { status, body };
      };
      const series = await site.make('/cms/v2/series', { name: 'Summer' });
      const meta = { venue: 'Harbour', start_date: '2026-07-01T20:00:00', capacity: 80 };
      const event = { title: 'Concert', content: 'Music.', status: 'publish', series: [series.id], meta };
      const made = await site.make('/cms/v2/events', event, 'author');
      await ask('author', 'POST', '/cms/v2/events/' + made.id, { meta: { venue: 'Town hall' } });
      const item = await site.make('/cms/v2/menu-items', { type: 'post_type', object_id: made.id });
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
