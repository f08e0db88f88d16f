// Tests the unmodified importer of a static site generator, which imports all posts into a folder.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { type ImportedService, startImportedService } from './imported-service.ts';

const run = promisify(execFile);
const importer = path.resolve(import.meta.dirname, '../../node_modules/@11ty/import/cli.js');

let site: ImportedService;
let root: string;
before(async () => {
  site = await startImportedService();
  root = await mkdtemp(path.join(tmpdir(), 'octavo-eleventy-'));
});
after(() => site.service.close());
after(() => rm(root, { recursive: true, force: true }));

/** Runs the importer in a new folder. Returns the content of the created files by path. */
async function runImporter(environment: Record<string, string>): Promise<Map<string, string>> {
  const folder = await mkdtemp(path.join(root, 'import-'));
  const args = ['wordpress', `${site.service.origin}/`, '--output=posts', '--format=html', '--assetrefs=disabled'];
  // The importer caches responses in its working directory.
  await run(process.execPath, [importer, ...args, '--cacheduration=0s'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 26,
  });
  const names = await readdir(path.join(folder, 'posts'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.html'));
  return new Map(
    await Promise.all(
      files.map(async (name) => [name, await readFile(path.join(folder, 'posts', name), 'utf8')] as const),
    ),
  );
}

it('@11ty/import creates a file for each published post, with its title, date, author, terms and content', async () => {
  const files = await runImporter({});
  assert.equal(files.size, site.published);
  const posts = (await site.service.read('/cms/v2/posts?per_page=100&_embed')).body;
  for (const post of posts.slice(0, 20)) {
    const filePath = `${decodeURIComponent(new URL(post.link).pathname).replace(/^\/|\/$/g, '')}.html`;
    const text = files.get(filePath) ?? files.get(filePath.toLowerCase());
    assert.ok(text, `${filePath} in ${[...files.keys()].slice(0, 5).join(', ')} …`);
    assert.match(text, new RegExp(`^date: ['"]?${post.date_gmt.slice(0, 10)}`, 'm'));
    assert.ok(text.includes(post._embedded.author[0].name));
    const names: string[] = post._embedded['cms:term'].flat().map(({ name }: { name: string }) => name);
    // The importer skips this term.
    for (const name of names.filter((each) => each !== 'Uncategorized')) assert.ok(text.includes(name), filePath);
  }
});

it('@11ty/import also imports drafts with an application password', async () => {
  await site.service.request('POST', '/cms/v2/posts', { title: 'Not ready', content: '<p>To be</p>', status: 'draft' });
  const { username, password } = site.service.user;
  const files = await runImporter({ WORDPRESS_USERNAME: username, WORDPRESS_PASSWORD: password });
  const drafts = await site.service.request('GET', '/cms/v2/posts?status=draft&per_page=1');
  assert.equal(files.size, site.published + Number(drafts.headers.get('x-cms-total')));
});
