import assert from 'node:assert/strict';
import { it } from 'node:test';
import { jsonOf } from '../http/json-text.ts';
import type { Answer, Request } from '../http/request.ts';
import { shownPage } from './shown-page.ts';

const keys = { password: undefined, preview: undefined, autosave: 0 };
const signal = new AbortController().signal;

const shownWhere = (answer: Partial<Answer>, requests: Request[] = []) =>
  shownPage(
    async (request) => {
      requests.push(request);
      return { status: 200, headers: {}, route: undefined, body: undefined, ...answer };
    },
    '/cms/v2/posts/1',
    keys,
    { from: '192.0.2.1', signal },
  );

it('a page that cannot be made at present is not one that is not there', async () => {
  const body = jsonOf({ code: 'rest_storage_busy', message: 'Try again.' });
  await assert.rejects(shownWhere({ status: 503, headers: { 'Retry-After': '2' }, body }), {
    name: 'Refusal',
    status: 503,
    code: 'rest_storage_busy',
    parts: { retryAfter: 2 },
  });
  assert.equal(await shownWhere({ status: 404, body }), undefined);
});

it('a page is made for its caller, until that one is gone', async () => {
  const requests: Request[] = [];
  await shownWhere({ status: 404 }, requests);
  assert.deepEqual(
    requests.map(({ from, signal }) => [from, signal]),
    [['192.0.2.1', signal]],
  );
});
