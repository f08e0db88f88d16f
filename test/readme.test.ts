// Runs the example requests of the README.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { newFolder, serve, stop } from './commands/processes.ts';
import { close, openNode, type TestNode } from './test-node.ts';

const readme = readFileSync('README.md', 'utf8');

describe('the example requests of the README', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  it('create a public post, and a draft without the status', async () => {
    const [, fields = '', address = ''] =
      /^curl -u "admin:\$OCTAVO_APP_PASSWORD" (.*) http:\/\/127\.0\.0\.1:8080(\S+)$/m.exec(readme) ?? [];
    const body = new URLSearchParams(
      [...fields.matchAll(/-d (\w+)=(\w+)/g)].map(([, name = '', value = '']): [string, string] => [name, value]),
    );
    const create = async (form: URLSearchParams) => {
      const headers = { authorization: node.site.authorizationOf('administrator') ?? '' };
      const response = await node.request(address, { method: 'POST', headers, body: form });
      assert.equal(response.status, 201);
      return (await response.json()) as { id: number; status: string };
    };
    const published = await create(body);
    assert.equal(published.status, 'publish');
    assert.equal((await node.request(`${address}/${published.id}`)).status, 200);
    body.delete('status');
    assert.equal((await create(body)).status, 'draft');
    assert.match(readme, /Without `status=publish` the new post is a draft/);
  });

  it('read and write posts of a new site without changes to the commands', async (t) => {
    const [start, read, write] = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
    assert.match(start ?? '', /^npm install && npm start .*\nnpm install && npm test .*\n$/);
    const data = newFolder();
    const { child, rest } = await serve(data);
    t.after(() => stop(child));
    const run = (commands = '') =>
      execFileSync('bash', ['-ec', commands.replaceAll('http://127.0.0.1:8080/rest', rest)], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: data, OCTAVO_DATA: data, npm_config_update_notifier: 'false' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    assert.equal(JSON.parse(run(read)).id, 1);
    const { id, title, status } = JSON.parse(run(write));
    assert.deepEqual([title.rendered, status], ['Hello', 'publish']);
    assert.equal((await fetch(`${rest}/cms/v2/posts/${id}`)).status, 200);
  });
});
