// Follows docs/front-end.md exactly: runs its commands against a service, and imports and calls its modules.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newFolder } from './commands/processes.ts';
import { blocksOf, commandsOf, shellOf, writeFiles } from './page-blocks.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const blocks = blocksOf('docs/front-end.md');
const files = blocks.filter(({ file }) => file !== '');
const commands = commandsOf(blocks);

interface MenuNode {
  readonly title: string;
  readonly url: string;
  readonly children: readonly MenuNode[];
}
interface Entry {
  readonly id: number;
  readonly link: string;
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
}

/** Functions that the modules on the page export. */
interface Modules {
  findEntry(url: string): Promise<Entry | undefined>;
  findMenu(location: string): Promise<readonly MenuNode[]>;
  previewUrl(front: string, preview: { entry: number; api: string }): string;
  findPreview(url: string): Promise<Entry | undefined>;
  oembedLink(entry: Entry): string;
}

describe('docs/front-end.md', () => {
  const data = newFolder();
  const modules = path.join(data, 'modules');
  const [, front = ''] = /OCTAVO_FRONT=(\S+) npm start/.exec(commands.join('\n')) ?? [];
  let service: InProcessService;
  let rest = '';
  let shell: ReturnType<typeof shellOf>;
  let site: Modules;

  const runWith = async (fragment: string): Promise<string> => {
    const command = commands.find((each) => each.includes(fragment));
    assert.ok(command, fragment);
    return shell.run(command);
  };
  const write = async (path: string, json: object) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`admin:${shell.env.OCTAVO_APP_PASSWORD}`).toString('base64')}`,
    };
    const response = await fetch(rest + path, { method: 'POST', headers, body: JSON.stringify(json) });
    // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and assert what they find.
    const body = (await response.json()) as any;
    assert.ok(response.ok, JSON.stringify(body));
    return body;
  };

  before(async () => {
    const isConfig = ({ file }: { file: string }) => file === 'octavo.config.ts';
    writeFiles(files.filter(isConfig), data);
    writeFiles(
      files.filter((file) => !isConfig(file)),
      modules,
    );
    writeFileSync(path.join(modules, 'package.json'), '{"type": "module"}');
    service = await startInProcess({ data, env: { OCTAVO_FRONT: front } });
    ({ rest } = service);
    shell = shellOf(service);
    await runWith('export OCTAVO_APP_PASSWORD');
    process.env.CMS_REST = rest;
    process.env.CMS_CREDENTIALS = `admin:${(await runWith('--read-only')).trim()}`;
    const names = files
      .filter(({ file }) => file.endsWith('.js'))
      .map(({ file }) => pathToFileURL(path.join(modules, file)));
    site = Object.assign({}, ...(await Promise.all(names.map(({ href }) => import(href)))));
  });
  after(() => service.close());

  it('has no commands and modules that this test does not run', () => {
    assert.deepEqual(
      files.map(({ file }) => file),
      ['octavo.config.ts', ...['cms', 'entries', 'menus', 'previews', 'embeds'].map((name) => `front-end/${name}.js`)],
    );
    assert.equal(commands.length, 9);
    assert.ok(front.startsWith('http://'));
  });

  it('passes lint', () => {
    const paths = files.map(({ file }) => path.join(file === 'octavo.config.ts' ? data : modules, file));
    const config = [`--config-path=${path.resolve('biome.json')}`, '--vcs-enabled=false'];
    const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['check', ...config, ...paths], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });

  it('has a module that finds public entries by their URL', async () => {
    const hello = await site.findEntry(`${front}/hello/`);
    assert.equal(hello?.title.rendered, 'Hello');
    const parent = await write('/cms/v2/pages', { title: 'About', slug: 'about', status: 'publish' });
    const child = await write('/cms/v2/pages', { title: 'Team', slug: 'team', status: 'publish', parent: parent.id });
    assert.equal((await site.findEntry(`${front}/about/team/`))?.id, child.id);
    assert.equal(await site.findEntry(`${front}/team/`), undefined, 'another URL with the same slug');
    await write(`/cms/v2/pages/${parent.id}`, { status: 'private' });
    assert.equal(await site.findEntry(`${front}/about/team/`), undefined);
    assert.equal((await site.findEntry(`${front}/?page_id=${child.id}`))?.id, child.id);
    assert.equal(await site.findEntry(`${front}/about/`), undefined);
    assert.equal(await site.findEntry(`${front}/`), undefined);
  });

  it('has a module that returns menus as trees, with public targets only', async () => {
    assert.deepEqual(await site.findMenu('header'), [], 'no items are returned before menus are public');
    await runWith('menus_public');
    assert.match(await runWith('menu-locations'), /"header"/);
    assert.match(await runWith('/cms/v2/menus\n'.trim()), /"locations":\["header"\]/);
    assert.match(await runWith('title=Home'), /"status":"publish"/);
    const item = (json: object) => write('/cms/v2/menu-items', { menus: 2, status: 'publish', url: '/', ...json });
    const draft = await write('/cms/v2/pages', { title: 'Secret plans' });
    const hidden = await item({ type: 'post_type', object_id: draft.id });
    await item({ title: 'Below the draft', parent: hidden.id });
    const visible = await item({ title: 'Shown' });
    await item({ title: 'Below', parent: visible.id });
    const tree = await site.findMenu('header');
    const titlesOf = (nodes: readonly MenuNode[]): unknown[] =>
      nodes.map((node) => [node.title, ...titlesOf(node.children)]);
    assert.deepEqual(titlesOf(tree), [['Home'], ['Below the draft'], ['Shown', ['Below']]]);
    assert.doesNotMatch(JSON.stringify(tree), /Secret/);
    assert.deepEqual(await site.findMenu('nowhere'), []);
  });

  it('has a module that renders previews with the latest saved content', async () => {
    const made = JSON.parse(await runWith('/octavo/v1/previews'));
    assert.equal(made.entry, 1);
    const draft = await write('/cms/v2/posts', { title: 'Draft', content: 'Draft words' });
    const preview = await write('/octavo/v1/previews', { entry: draft.id });
    const url = site.previewUrl(front, preview);
    assert.ok(url.startsWith(`${front}/preview?preview_id=${draft.id}&preview_nonce=`), url);
    assert.match((await site.findPreview(url))?.content.rendered ?? '', /Draft words/);
    const { preview_link: link } = await write('/cms/v2/posts/1/autosaves', { content: 'Words saved beside it' });
    assert.ok(link.startsWith(`${front}/hello/?preview_id=1`), link);
    assert.match((await site.findPreview(link))?.content.rendered ?? '', /Words saved beside it/);
    for (const wrong of [
      `${url}0`,
      url.replace(/preview_nonce=\w+/, ''),
      url.replace(/_id=\d+/, '_id=1'),
      `${front}/preview`,
    ])
      assert.equal(await site.findPreview(wrong), undefined, wrong);
  });

  it('has a module that returns oEmbed discovery links for other sites', async () => {
    const entry = await site.findEntry(`${front}/hello/`);
    assert.ok(entry);
    const [, href = ''] = /href="([^"]+)"/.exec(site.oembedLink(entry)) ?? [];
    const embedded = (await (await fetch(href.replaceAll('&amp;', '&'))).json()) as { title: string; html: string };
    assert.equal(embedded.title, 'Hello');
    assert.deepEqual(JSON.parse(await runWith('/oembed/1.0/embed')).title, 'Hello');
    const draft = await write('/cms/v2/pages', { title: 'Not yet', slug: 'not-yet' });
    const hidden = await fetch(`${rest}/oembed/1.0/embed?url=${encodeURIComponent(draft.link)}`);
    assert.equal(hidden.status, 404);
  });
});
