// Runs the commands and creates the files of docs/extensions.md as written, and checks that an extension requires no changes
// other than its folder and its configuration.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { instances } from '../extensions/built-in.ts';
import { type Declarations, readSiteConfig } from '../server/config/site-config.ts';
import { runOctavo } from './commands/in-process.ts';
import { describeEachEngine } from './engines.ts';
import { blocksOf, commandsOf, shellOf, writeFiles } from './page-blocks.ts';
import { startInProcess } from './service-in-process.ts';
import { openTestSite, type TestSite } from './site.ts';

const blocks = blocksOf('docs/extensions.md');
const files = blocks.filter(({ file }) => file !== '');

// The folder is inside the repository, like most data folders, so that octavo/extension can be resolved.
const folder = mkdtempSync(path.resolve('.extensions-page-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let declared: Declarations;
before(async () => {
  // The page contains two configurations; that of built-in extensions comes first, and the second one overwrites it.
  writeFiles(files, folder);
  declared = await readSiteConfig({ data: folder, config: undefined });
});

describeEachEngine('the example of docs/extensions.md', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    const { config, extensions } = declared;
    site = await openTestSite({ database: await engine.open(), config, extensions, clock: () => now });
  });

  const outcomeOf = async (...args: Parameters<TestSite['request']>) => {
    const { status, body } = await site.request(...args);
    return [status, body.code ?? body];
  };
  const links = '/shortlinks/v1/links';
  const link = { slug: 'sale', target: 'https://example.org/sale' };

  it('lets only administrators create links, and all callers follow them', async () => {
    assert.deepEqual(await outcomeOf('anonymous', 'POST', links, link), [401, 'shortlinks_cannot_write']);
    assert.deepEqual(await outcomeOf('editor', 'POST', links, link), [403, 'shortlinks_cannot_write']);
    assert.deepEqual(await outcomeOf('administrator', 'POST', links, { slug: 'sale' }), [
      400,
      'rest_missing_callback_param',
    ]);
    assert.equal((await site.request('administrator', 'POST', links, link)).status, 201);
    assert.deepEqual(await outcomeOf('administrator', 'POST', links, link), [400, 'shortlinks_exists']);
    assert.deepEqual(await outcomeOf('anonymous', 'GET', `${links}/none`), [404, 'shortlinks_unknown']);
    await site.request('anonymous', 'POST', `${links}/sale`);
    const [, { uses, target }] = await outcomeOf('anonymous', 'GET', `${links}/sale`);
    assert.deepEqual({ uses, target }, { uses: 1, target: link.target });
  });

  it('delivers its events, which contain the URL of the link, to webhooks', async () => {
    const hook = { url: 'https://receiver.test/', kinds: ['link.created'] };
    const { body: made } = await site.request('administrator', 'POST', '/octavo/v1/webhooks', hook);
    assert.deepEqual(made.kinds, ['link.created']);
    const unknown = await site.request('administrator', 'POST', '/octavo/v1/webhooks', {
      ...hook,
      kinds: ['link.lost'],
    });
    assert.equal(unknown.status, 400);
    await site.request('administrator', 'POST', links, { ...link, slug: 'told' });
    assert.deepEqual(await outcomeOf('administrator', 'POST', links, { ...link, slug: 'told' }), [
      400,
      'shortlinks_exists',
    ]);
    await site.service.tasks.queueDeliveries();
    const { body } = await site.request('administrator', 'GET', `/octavo/v1/webhooks/${made.id}/deliveries`);
    assert.equal(body.length, 1, 'the event of the rolled-back transaction is not delivered');
    const { type, data } = JSON.parse(body[0].body);
    assert.deepEqual([type, data.tags], ['link.created', ['link', 'slug:told']]);
    assert.equal(data.address, `http://site.test/rest${links}/told`);
    assert.equal((await site.request('anonymous', 'GET', `${links}/told`)).status, 200);
    await site.request('administrator', 'DELETE', `/octavo/v1/webhooks/${made.id}`);
  });

  it('limits the rate at which a client can follow links', async () => {
    const follow = async () => (await site.request('anonymous', 'POST', `${links}/sale`)).status;
    const statuses = await Promise.all(Array.from({ length: 62 }, follow));
    assert.equal(statuses.filter((status) => status === 200).length, 59, 'one request was sent before');
    assert.deepEqual(await outcomeOf('anonymous', 'POST', `${links}/sale`), [429, 'shortlinks_too_many']);
  });

  it('lists its routes in the index and describes them', async () => {
    const { body: index } = await site.request('anonymous', 'GET', '/');
    assert.ok(index.namespaces.includes('shortlinks/v1'));
    assert.deepEqual(Object.keys((await site.request('anonymous', 'GET', '/shortlinks/v1')).body.routes), [
      '/shortlinks/v1',
      links,
      '/shortlinks/v1/links/(?P<slug>[\\w-]+)',
    ]);
    const { body: described } = await site.request('anonymous', 'OPTIONS', links);
    assert.equal(described.endpoints[0].args.target.format, 'uri');
  });

  it('runs its job once when it is due', async () => {
    const failures: unknown[] = [];
    const run = () => site.service.tasks.runJobs((error) => failures.push(error));
    await run();
    assert.equal((await site.request('anonymous', 'GET', `${links}/sale`)).status, 200);
    now += 366 * 24 * 60 * 60 * 1000;
    await Promise.all([run(), run()]);
    assert.equal((await site.request('anonymous', 'GET', `${links}/sale`)).status, 404);
    assert.deepEqual(failures, []);
    assert.deepEqual(site.errors, []);
  });
});

describe('invalid extensions', () => {
  const loadError = async (text: string): Promise<string> => {
    const file = path.join(folder, `${Math.random()}.ts`);
    writeFileSync(file, `export default { extensions: [${text}] };`);
    return readSiteConfig({ data: folder, config: file }).then(
      () => 'taken',
      (error: Error) => error.message.replace(/^Invalid configuration file .*?\.ts: /, ''),
    );
  };
  const extension = (more: string) =>
    `{ name: 'shop', version: '1', title: '', description: '', namespace: 'shop/v1', resources: [], open() {}, ${more} }`;

  it('prevent the start of the service, with an error message', async () => {
    assert.equal(await loadError(extension('')), 'taken');
    assert.match(await loadError(`'shop'`), /^unknown extension shop; available: first-instance/);
    assert.match(await loadError('7'), /^extensions\.0 must be a string or an object/);
    assert.match(
      await loadError(extension(`name: 'Shop'`)),
      /invalid extension name "Shop": use lowercase letters, digits and hyphens/,
    );
    assert.match(await loadError(`${extension('')}, ${extension('')}`), /the extension shop is configured twice/);
    assert.match(await loadError(extension(`namespace: 'cms/v2'`)), /uses the reserved namespace cms\/v2/);
    assert.match(await loadError(extension(`namespace: 'octavo/v1'`)), /uses the reserved namespace octavo\/v1/);
    assert.match(await loadError(extension(`namespace: 'shop'`)), /invalid namespace; use one such as shop\/v1/);
    assert.match(await loadError(extension('open: 1')), /has no open\(\) function/);
    assert.match(await loadError(extension('settings: { a: {} }')), /has a setting without a default/);
    const outside = `resources: [{ namespace: 'shop/v1', title: 'a', module: { name: 'a' }, fields: {}, links: [], routes: [{ path: '/other/v1/a' }] }]`;
    assert.match(await loadError(extension(outside)), /has a route outside its namespace shop\/v1/);
    const twice = `resources: [{ namespace: 'shop/v1', title: 'a', module: { name: 'a' }, fields: {}, links: [], routes: [
      { path: '/shop/v1/a', endpoints: [{ methods: ['GET', 'POST'] }] }, { path: '/shop/v1/a', endpoints: [{ methods: ['POST'] }] }] }]`;
    assert.match(await loadError(extension(twice)), /declares the same method of a route twice/);
    const other = (more: string) => extension(`name: 'cart', namespace: 'cart/v1', ${more}`);
    assert.match(
      await loadError(`${extension('')}, ${other(`namespace: 'shop/v1'`)}`),
      /namespace shop\/v1 of another extension/,
    );
    assert.match(
      await loadError(`${extension('')}, ${other(`namespace: 'shop/v1/cart'`)}`),
      /contains, or lies within, the namespace of another extension/,
    );
    assert.match(await loadError(extension(`name: 'octavo'`)), /uses the reserved name octavo/);
    assert.match(await loadError(extension(`name: 'comment'`)), /table prefix is used by tables of the service/);
    assert.match(await loadError(extension(`name: 'event'`)), /table prefix is used by tables of the service/);
    const migrations = (...numbers: number[]) =>
      `migrations: [${numbers.map((number) => `{ number: ${number}, name: 'a', up() {} }`).join()}]`;
    assert.match(await loadError(extension(migrations(1, 2, 1))), /two migrations with the same number/);
    assert.match(await loadError(extension(migrations(0))), /migration whose number is not a positive integer/);
    const events = (...kinds: string[]) =>
      `events: [${kinds.map((kind) => `{ kind: '${kind}', description: '', needs: 'edit_posts' }`).join()}]`;
    assert.equal(await loadError(extension(events('order.made', 'order.paid'))), 'taken');
    assert.match(
      await loadError(extension(events('Order made'))),
      /the invalid event kind "Order made"; use the form submission\.created/,
    );
    assert.match(
      await loadError(extension(events('user.bought'))),
      /user\.bought, but the service reserves the prefix user; use another one/,
    );
    assert.match(await loadError(extension(events('order.made', 'order.made'))), /an event kind twice/);
    assert.match(
      await loadError(extension(`events: [{ kind: 'order.made', description: '' }]`)),
      /capability that the event kind order\.made requires/,
    );
    assert.match(
      await loadError(`${extension(events('order.made'))}, ${other(events('order.lost'))}`),
      /event kind whose group belongs to another extension/,
    );
  });
});

describe('the configuration and the commands of docs/extensions.md', () => {
  it('serve the extensions of an instance', async () => {
    const [first] = files;
    const file = path.join(folder, 'first.config.ts');
    writeFileSync(file, first?.text ?? '');
    const { extensions } = await readSiteConfig({ data: folder, config: file });
    assert.deepEqual(
      extensions.map(({ name }) => name),
      instances['first-instance'],
    );
  });

  it('create a short link and follow it', async (t) => {
    const service = await startInProcess({ data: folder });
    t.after(() => service.close());
    const shell = shellOf(service);
    const outputs: string[] = [];
    for (const command of commandsOf(blocks)) outputs.push(await shell.run(command));
    assert.equal(outputs.length, 3);
    const { body } = await service.request('GET', '/octavo/v1/admin');
    assert.deepEqual(
      body.extension_screens.map(({ extension, title }: { extension: string; title: string }) => [extension, title]),
      [['shortlinks', 'Short links']],
    );
    const [screen] = body.extension_screens;
    const component = await fetch(`${service.origin}/admin/${screen.component}`);
    assert.equal(await component.text(), readFileSync(path.join(folder, 'shortlinks/links-screen.js'), 'utf8'));
    const [created, followed] = outputs.slice(1).map((output) => JSON.parse(output));
    assert.deepEqual([created.slug, created.uses, followed.uses], ['home', 0, 1]);
  });
});

describe('the code of docs/extensions.md', () => {
  it('passes lint', () => {
    const paths = [...new Set(files.map(({ file }) => path.join(folder, file)))];
    const config = [`--config-path=${path.resolve('biome.json')}`, '--vcs-enabled=false'];
    const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['check', ...config, ...paths], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, new RegExp(`Checked ${paths.length} files`));
  });
});

describe('a mistake in an extension', () => {
  // The services that were opened in this process listen for its exit, and Node.js would warn on standard error of their number.
  const maxListeners = process.getMaxListeners();
  before(() => void process.setMaxListeners(0));
  after(() => void process.setMaxListeners(maxListeners));

  const mistakes: readonly (readonly [description: string, file: string, from: string, to: string, message: RegExp])[] =
    [
      [
        'an operation',
        'shortlinks/endpoints.ts',
        "'create-link': {",
        "'creat-link': {",
        /^The route \/shortlinks\/v1\/links names the operation "create-link", which does not exist; known names: creat-link, follow-link, get-link\.\n$/,
      ],
      [
        'a permission',
        'shortlinks/links.ts',
        "permission: 'write-links'",
        "permission: 'write-link'",
        /^The route \/shortlinks\/v1\/links names the permission "write-link", which does not exist; known names: everyone, write-links\.\n$/,
      ],
      [
        'a module',
        'shortlinks/endpoints.ts',
        'implement(linksModule,',
        "implement({ name: 'links' },",
        /^The route \/shortlinks\/v1\/links names the module "links", which does not exist\.\n$/,
      ],
      [
        'a job',
        'shortlinks/extension.ts',
        'every: 60 * 60',
        'every: 0',
        /^The extension shortlinks cannot be opened: the interval of its job delete-unused must be at least 1 second\.\n$/,
      ],
    ];
  for (const [description, file, from, to, message] of mistakes)
    it(`in the name of ${description} prevents the start of the service, with a message of one line`, async (t) => {
      // A copy of the folder, because this process has already loaded the modules in the folder.
      const copy = mkdtempSync(path.resolve('.extensions-page-'));
      t.after(() => rmSync(copy, { recursive: true, force: true }));
      cpSync(folder, copy, { recursive: true });
      const target = path.join(copy, file);
      const text = readFileSync(target, 'utf8');
      assert.ok(text.includes(from));
      writeFileSync(target, text.replace(from, to));
      const { status, stdout, stderr } = await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', copy]);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, message);
    });
});
