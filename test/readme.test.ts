// The requests of the README, sent as they stand there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { close, type Node, openNode } from './node.ts';

const readme = readFileSync('README.md', 'utf8');

describe('the requests of the README', () => {
  let node: Node;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  it('create a post that everyone can read, and a draft without the status', async () => {
    const [, fields = '', address = ''] =
      /^curl -u "admin:PASSWORD" (.*) http:\/\/127\.0\.0\.1:8080(\S+)$/m.exec(readme) ?? [];
    const body = new URLSearchParams(
      [...fields.matchAll(/-d (\w+)=(\w+)/g)].map(([, name = '', value = '']): [string, string] => [name, value]),
    );
    const create = async (sent: URLSearchParams) => {
      const headers = { authorization: node.site.authorizationOf('administrator') ?? '' };
      const answer = await node.ask(address, { method: 'POST', headers, body: sent });
      assert.equal(answer.status, 201);
      return (await answer.json()) as { id: number; status: string };
    };
    const published = await create(body);
    assert.equal(published.status, 'publish');
    assert.equal((await node.ask(`${address}/${published.id}`)).status, 200);
    body.delete('status');
    assert.equal((await create(body)).status, 'draft');
    assert.match(readme, /Without `status=publish` the new post is a draft/);
  });
});
