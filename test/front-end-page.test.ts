// docs/front-end.md, followed to the letter: its commands are run against a service, its modules are imported and called.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newFolder, octavo, serve } from './commands/processes.ts';

const page = readFileSync('docs/front-end.md', 'utf8');
const files = [...page.matchAll(/```(?:js|ts) (\S+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => ({
  name,
  text,
}));
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = '']) => text.trim().split('\n'));

interface Node {
  readonly title: string;
  readonly url: string;
  readonly children: readonly Node[];
}
interface Entry {
  readonly id: number;
  readonly link: string;
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
}

/** What the modules of the page export. */
interface Modules {
  findEntry(url: string): Promise<Entry | undefined>;
  findMenu(location: string): Promise<readonly Node[]>;
  previewUrl(front: string, preview: { entry: number; api: string }): string;
  findPreview(url: string): Promise<Entry | undefined>;
  oembedLink(entry: Entry): string;
}

describe('docs/front-end.md', () => {
  const data = newFolder();
  const modules = path.join(data, 'modules');
  const front = /OCTAVO_FRONT=(\S+) npm start/.exec(page)?.[1] ?? '';
  let rest = '';
  let admin = '';
  let site: Modules;

  /** Runs a command of the page as it stands there, but for the port, the password and the place of the data. */
  function run(command: string): string {
    const text = command.replaceAll('http://127.0.0.1:8080/rest', rest).replaceAll('admin:PASSWORD', admin);
    const env = { ...process.env, OCTAVO_DATA: data, PATH: `${path.resolve('node_modules/.bin')}:${process.env.PATH}` };
    return execFileSync('bash', ['-c', text.replace(/^curl /, 'curl -sS --fail-with-body ')], {
      encoding: 'utf8',
      env,
    });
  }
  const runWith = (part: string, change = (command: string) => command): string => {
    const command = commands.find((each) => each.includes(part));
    assert.ok(command, part);
    return run(change(command));
  };
  const write = async (address: string, json: object) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(admin).toString('base64')}`,
    };
    const answer = await fetch(rest + address, { method: 'POST', headers, body: JSON.stringify(json) });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape; what they find is what they assert.
    const body = (await answer.json()) as any;
    assert.ok(answer.ok, JSON.stringify(body));
    return body;
  };

  before(async () => {
    for (const { name, text } of files) {
      const file = name === 'octavo.config.ts' ? path.join(data, name) : path.join(modules, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    writeFileSync(path.join(modules, 'package.json'), '{"type": "module"}');
    ({ rest } = await serve(data, { OCTAVO_FRONT: front }));
    admin = `admin:${octavo(['app-password', 'create', 'admin', '--name', 'tests', '--data', data]).stdout.trim()}`;
    process.env.CMS_REST = rest;
    process.env.CMS_CREDENTIALS = `admin:${runWith('app-password create').trim()}`;
    const names = files
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name }) => pathToFileURL(path.join(modules, name)));
    site = Object.assign({}, ...(await Promise.all(names.map(({ href }) => import(href)))));
  });

  it('has commands and modules that are all run here', () => {
    assert.deepEqual(
      files.map(({ name }) => name),
      ['octavo.config.ts', ...['cms', 'entries', 'menus', 'previews', 'embeds'].map((name) => `front-end/${name}.js`)],
    );
    assert.equal(commands.length, 8);
    assert.ok(front.startsWith('http://'));
  });

  it('passes lint', () => {
    const own = files.map(({ name }) => path.join(name === 'octavo.config.ts' ? data : modules, name));
    const config = [`--config-path=${path.resolve('biome.json')}`, '--vcs-enabled=false'];
    const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['check', ...config, ...own], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });

  it('finds entries by their URL, and nothing of what is not public', async () => {
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

  it('shows menus as trees, without what is not public', async () => {
    assert.deepEqual(await site.findMenu('header'), [], 'nothing to see before menus are public');
    runWith('menus_public');
    assert.match(runWith('menu-locations'), /"header"/);
    assert.match(runWith('/cms/v2/menus\n'.trim()), /"locations":\["header"\]/);
    assert.match(runWith('title=Home'), /"status":"publish"/);
    const item = (json: object) => write('/cms/v2/menu-items', { menus: 2, status: 'publish', url: '/', ...json });
    const draft = await write('/cms/v2/pages', { title: 'Secret plans' });
    const hidden = await item({ type: 'post_type', object_id: draft.id });
    await item({ title: 'Below the draft', parent: hidden.id });
    const shown = await item({ title: 'Shown' });
    await item({ title: 'Below', parent: shown.id });
    const tree = await site.findMenu('header');
    const titlesOf = (nodes: readonly Node[]): unknown[] =>
      nodes.map((node) => [node.title, ...titlesOf(node.children)]);
    assert.deepEqual(titlesOf(tree), [['Home'], ['Below the draft'], ['Shown', ['Below']]]);
    assert.doesNotMatch(JSON.stringify(tree), /Secret/);
    assert.deepEqual(await site.findMenu('nowhere'), []);
  });

  it('shows previews at the front end, with the text that editors have saved last', async () => {
    const made = JSON.parse(runWith('/octavo/v1/previews'));
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

  it('tells other sites how to embed entries', async () => {
    const entry = await site.findEntry(`${front}/hello/`);
    assert.ok(entry);
    const [, href = ''] = /href="([^"]+)"/.exec(site.oembedLink(entry)) ?? [];
    const told = (await (await fetch(href.replaceAll('&amp;', '&'))).json()) as { title: string; html: string };
    assert.equal(told.title, 'Hello');
    assert.deepEqual(JSON.parse(runWith('/oembed/1.0/embed')).title, 'Hello');
    const draft = await write('/cms/v2/pages', { title: 'Not yet', slug: 'not-yet' });
    const hidden = await fetch(`${rest}/oembed/1.0/embed?url=${encodeURIComponent(draft.link)}`);
    assert.equal(hidden.status, 404);
  });
});
