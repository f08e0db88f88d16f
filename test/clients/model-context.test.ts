// Tests an unmodified MCP server that manages sites over the compatible mount with an application password. The reference MCP
// client calls its tools, which list, create, update, find and delete posts.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type ImportedService, startImportedService } from './imported-service.ts';

const require = createRequire(import.meta.url);
const server = path.join(path.dirname(require.resolve('@cavort-it-systems/wordpress-mcp')), 'index.js');

describe('@cavort-it-systems/wordpress-mcp', () => {
  let site: ImportedService;
  const client = new Client({ name: 'tests', version: '1.0.0' });
  before(async () => {
    site = await startImportedService();
    const sites = [{ id: 'ours', url: site.service.origin, ...site.service.user }];
    const env = { WORDPRESS_SITES: JSON.stringify(sites) };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [server], env, stderr: 'ignore' }),
    );
  });
  after(async () => {
    await client.close();
    await site.service.close();
  });

  /** Calls a tool and returns its result. Throws if the tool reports an error. */
  async function call(name: string, input: object) {
    const { content, isError } = await client.callTool({ name, arguments: { site: 'ours', ...input } });
    const [{ text }] = content as [{ text: string }];
    assert.ok(!isError, text);
    return JSON.parse(text);
  }

  it('lists its tools', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    for (const name of ['wp_list_posts', 'wp_get_post', 'wp_create_post', 'wp_update_post', 'wp_delete_post'])
      assert.ok(names.includes(name), name);
  });

  it('lists posts page by page', async () => {
    const ids = new Set<number>();
    for (let page = 1; ids.size < site.published; page += 1) {
      const posts = await call('wp_list_posts', { per_page: 10, page });
      for (const { id } of posts) ids.add(id);
      assert.ok(posts.length > 0);
    }
    assert.equal(ids.size, site.published);
  });

  it('creates, reads, updates, finds and deletes a post', async () => {
    const category = await call('wp_create_category', { name: 'By a model' });
    const post = { title: 'By a model', content: '<p>One</p>', status: 'publish', categories: [category.id] };
    const { id } = await call('wp_create_post', post);
    const read = await call('wp_get_post', { id, content: true });
    assert.deepEqual([read.title, read.status, read.categories], ['By a model', 'publish', [category.id]]);
    assert.match(read.content, /<p>One<\/p>/);
    await call('wp_update_post', { id, title: 'Changed by a model', excerpt: 'Short' });
    const found = await call('wp_search_posts', { search: 'Changed by a model' });
    assert.deepEqual(
      found.map((each: { id: number; excerpt: string }) => [each.id, each.excerpt]),
      [[id, 'Short']],
    );
    assert.equal((await call('wp_delete_post', { id, force: true })).previous.id, id);
    assert.equal((await site.service.read(`/cms/v2/posts/${id}`)).status, 404);
  });

  it('reports API errors to the model', async () => {
    const { content, isError } = await client.callTool({
      name: 'wp_get_post',
      arguments: { site: 'ours', id: 999_999 },
    });
    assert.equal(isError, true);
    assert.match((content as [{ text: string }])[0].text, /404.*rest_post_invalid_id/);
  });
});
