// docs/extensions.md, followed to the letter: a folder and a configuration, nothing else of the house is touched.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Declarations, readSiteConfig } from '../server/config/site-config.ts';
import { octavo } from './commands/processes.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const page = readFileSync('docs/extensions.md', 'utf8');
const examples = [...page.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)];

// Within this folder, as a data folder usually is, so that the name octavo/extension is found.
const folder = mkdtempSync(path.resolve('.extensions-page-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let declared: Declarations;
before(async () => {
  for (const [, name = '', text = ''] of examples) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  declared = await readSiteConfig({ data: folder, config: undefined });
});

describeEachEngine('the example of docs/extensions.md', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    const { config, extensions } = declared;
    site = await openTestSite({ database: await engine.open(), config, extensions, clock: () => now });
  });

  const answerTo = async (...asked: Parameters<TestSite['ask']>) => {
    const { status, body } = await site.ask(...asked);
    return [status, body.code ?? body];
  };
  const links = '/shortlinks/v1/links';
  const sale = { word: 'sale', target: 'https://example.org/sale' };

  it('lets administrators alone make what everybody may follow', async () => {
    assert.deepEqual(await answerTo('anonymous', 'POST', links, sale), [401, 'shortlinks_cannot_write']);
    assert.deepEqual(await answerTo('editor', 'POST', links, sale), [403, 'shortlinks_cannot_write']);
    assert.deepEqual(await answerTo('administrator', 'POST', links, { word: 'sale' }), [
      400,
      'rest_missing_callback_param',
    ]);
    assert.equal((await site.ask('administrator', 'POST', links, sale)).status, 201);
    assert.deepEqual(await answerTo('administrator', 'POST', links, sale), [400, 'shortlinks_taken']);
    assert.deepEqual(await answerTo('anonymous', 'GET', `${links}/none`), [404, 'shortlinks_unknown']);
    await site.ask('anonymous', 'POST', `${links}/sale`);
    const [, { followed, target }] = await answerTo('anonymous', 'GET', `${links}/sale`);
    assert.deepEqual({ followed, target }, { followed: 1, target: sale.target });
  });

  it('tells of what happens here: those who listen, and where it can be read', async () => {
    const hook = { url: 'https://receiver.test/', kinds: ['link.made'] };
    const { body: made } = await site.ask('administrator', 'POST', '/octavo/v1/webhooks', hook);
    assert.deepEqual(made.kinds, ['link.made']);
    const unknown = await site.ask('administrator', 'POST', '/octavo/v1/webhooks', { ...hook, kinds: ['link.lost'] });
    assert.equal(unknown.status, 400);
    await site.ask('administrator', 'POST', links, { ...sale, word: 'told' });
    assert.deepEqual(await answerTo('administrator', 'POST', links, { ...sale, word: 'told' }), [
      400,
      'shortlinks_taken',
    ]);
    await site.service.makeDeliveries();
    const { body } = await site.ask('administrator', 'GET', `/octavo/v1/webhooks/${made.id}/deliveries`);
    assert.equal(body.length, 1, 'what was rolled back did not happen');
    const { type, data } = JSON.parse(body[0].body);
    assert.deepEqual([type, data.tags], ['link.made', ['link', 'word:told']]);
    assert.equal(data.address, `http://site.test/rest${links}/told`);
    assert.equal((await site.ask('anonymous', 'GET', `${links}/told`)).status, 200);
    await site.ask('administrator', 'DELETE', `/octavo/v1/webhooks/${made.id}`);
  });

  it('lets nobody follow all too often', async () => {
    const follow = async () => (await site.ask('anonymous', 'POST', `${links}/sale`)).status;
    const statuses = await Promise.all(Array.from({ length: 62 }, follow));
    assert.equal(statuses.filter((status) => status === 200).length, 59, 'one was before');
    assert.deepEqual(await answerTo('anonymous', 'POST', `${links}/sale`), [429, 'shortlinks_too_many']);
  });

  it('announces its routes in the index, and describes them', async () => {
    const { body: index } = await site.ask('anonymous', 'GET', '/');
    assert.ok(index.namespaces.includes('shortlinks/v1'));
    assert.deepEqual(Object.keys((await site.ask('anonymous', 'GET', '/shortlinks/v1')).body.routes), [
      '/shortlinks/v1',
      links,
      '/shortlinks/v1/links/(?P<word>[\\w-]+)',
    ]);
    const { body: described } = await site.ask('anonymous', 'OPTIONS', links);
    assert.equal(described.endpoints[0].args.target.format, 'uri');
  });

  it('does its job when its time has come, once', async () => {
    const failures: unknown[] = [];
    const run = () => site.service.runJobs((error) => failures.push(error));
    await run();
    assert.equal((await site.ask('anonymous', 'GET', `${links}/sale`)).status, 200);
    now += 366 * 24 * 60 * 60 * 1000;
    await Promise.all([run(), run()]);
    assert.equal((await site.ask('anonymous', 'GET', `${links}/sale`)).status, 404);
    assert.deepEqual(failures, []);
    assert.deepEqual(site.faults, []);
  });
});

describe('extensions that cannot be served', () => {
  const refused = async (text: string): Promise<string> => {
    const file = path.join(folder, `${Math.random()}.ts`);
    writeFileSync(file, `export default { extensions: [${text}] };`);
    return readSiteConfig({ data: folder, config: file }).then(
      () => 'taken',
      (error: Error) => error.message.replace(/^.*cannot be used: /, ''),
    );
  };
  const extension = (more: string) =>
    `{ name: 'shop', version: '1', title: '', description: '', namespace: 'shop/v1', resources: [], open() {}, ${more} }`;

  it('stop the start with a sentence', async () => {
    assert.equal(await refused(extension('')), 'taken');
    assert.match(await refused(`'shop'`), /^there is no extension shop; there are first-instance/);
    assert.match(await refused('7'), /^extensions\.0 must be text or an object/);
    assert.match(await refused(extension(`name: 'Shop'`)), /lower-case letters, digits and hyphens, not "Shop"/);
    assert.match(await refused(`${extension('')}, ${extension('')}`), /the extension shop is named twice/);
    assert.match(await refused(extension(`namespace: 'cms/v2'`)), /namespace cms\/v2, which belongs to the service/);
    assert.match(
      await refused(extension(`namespace: 'octavo/v1'`)),
      /namespace octavo\/v1, which belongs to the service/,
    );
    assert.match(await refused(extension(`namespace: 'shop'`)), /needs a namespace such as shop\/v1/);
    assert.match(await refused(extension('open: 1')), /has nothing that opens it/);
    assert.match(await refused(extension('settings: { a: {} }')), /has a setting without a default/);
    const outside = `resources: [{ namespace: 'shop/v1', title: 'a', room: 'a', fields: {}, links: [], routes: [{ path: '/other/v1/a' }] }]`;
    assert.match(await refused(extension(outside)), /has a route outside its namespace shop\/v1/);
    const twice = `resources: [{ namespace: 'shop/v1', title: 'a', room: 'a', fields: {}, links: [], routes: [
      { path: '/shop/v1/a', endpoints: [{ methods: ['GET', 'POST'] }] }, { path: '/shop/v1/a', endpoints: [{ methods: ['POST'] }] }] }]`;
    assert.match(await refused(extension(twice)), /declares a method of a route twice/);
    const other = (more: string) => extension(`name: 'cart', namespace: 'cart/v1', ${more}`);
    assert.match(
      await refused(`${extension('')}, ${other(`namespace: 'shop/v1'`)}`),
      /namespace shop\/v1 of another one/,
    );
    assert.match(
      await refused(`${extension('')}, ${other(`namespace: 'shop/v1/cart'`)}`),
      /lies within another one, or another one in it/,
    );
    assert.match(await refused(extension(`name: 'octavo'`)), /has the name of the service/);
    assert.match(await refused(extension(`name: 'comment'`)), /tables named as those of the service/);
    assert.match(await refused(extension(`name: 'event'`)), /tables named as those of the service/);
    const migrations = (...numbers: number[]) =>
      `migrations: [${numbers.map((number) => `{ number: ${number}, name: 'a', up() {} }`).join()}]`;
    assert.match(await refused(extension(migrations(1, 2, 1))), /two migrations of one number/);
    assert.match(await refused(extension(migrations(0))), /migration whose number is not 1 or more/);
    const events = (...kinds: string[]) =>
      `events: [${kinds.map((kind) => `{ kind: '${kind}', description: '', needs: 'edit_posts' }`).join()}]`;
    assert.equal(await refused(extension(events('order.made', 'order.paid'))), 'taken');
    assert.match(await refused(extension(events('Order made'))), /a kind is written as submission\.created/);
    assert.match(await refused(extension(events('user.bought'))), /user\.bought, which belong to the service/);
    assert.match(await refused(extension(events('order.made', 'order.made'))), /a kind of events twice/);
    assert.match(
      await refused(extension(`events: [{ kind: 'order.made', description: '' }]`)),
      /which right order\.made needs/,
    );
    assert.match(
      await refused(`${extension(events('order.made'))}, ${other(events('order.lost'))}`),
      /of a kind that is another extension's/,
    );
  });
});

describe('the code of docs/extensions.md', () => {
  it('passes lint', () => {
    const files = examples.map(([, name = '']) => path.join(folder, name));
    const config = [`--config-path=${path.resolve('biome.json')}`, '--vcs-enabled=false'];
    const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['check', ...config, ...files], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, new RegExp(`Checked ${files.length} files`));
  });
});

describe('a mistake in an extension', () => {
  const mistakes: readonly (readonly [what: string, file: string, from: string, to: string, sentence: RegExp])[] = [
    [
      'an operation',
      'shortlinks/links.ts',
      "operation: 'create-link'",
      "operation: 'creat-link'",
      /^The route \/shortlinks\/v1\/links names the operation "creat-link", which does not exist; there are: create-link, follow-link, get-link\.\n$/,
    ],
    [
      'a permission',
      'shortlinks/links.ts',
      "permission: 'write-links'",
      "permission: 'write-link'",
      /^The route \/shortlinks\/v1\/links names the permission "write-link", which does not exist; there are: everyone, write-links\.\n$/,
    ],
    [
      'a module',
      'shortlinks/links.ts',
      "room: 'links'",
      "room: 'link'",
      /^The route \/shortlinks\/v1\/links names the module "[^"]*link", which does not exist\.\n$/,
    ],
    [
      'a job',
      'shortlinks/extension.ts',
      'every: 60 * 60',
      'every: 0',
      /^The extension shortlinks cannot be opened: its job forget must come back after so many seconds, 1 or more\.\n$/,
    ],
  ];
  for (const [what, file, from, to, sentence] of mistakes)
    it(`in the name of ${what} stops the start with one sentence`, () => {
      const target = path.join(folder, file);
      const text = readFileSync(target, 'utf8');
      assert.ok(text.includes(from));
      writeFileSync(target, text.replace(from, to));
      try {
        const { status, stdout, stderr } = octavo(['user', 'create', 'ann', 'ann@example.org', '--data', folder]);
        assert.deepEqual([status, stdout], [1, '']);
        assert.match(stderr, sentence);
      } finally {
        writeFileSync(target, text);
      }
    });
});
