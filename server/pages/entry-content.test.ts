import assert from 'node:assert/strict';
import { it } from 'node:test';
import { serialize } from '../http/json-text.ts';
import type { ApiRequest, ApiResponse } from '../http/request.ts';
import { loadEntryContent } from './entry-content.ts';

const keys = { password: undefined, previewNonce: undefined, autosaveId: 0 };
const signal = new AbortController().signal;

const loadWithResponse = (response: Partial<ApiResponse>, requests: ApiRequest[] = []) =>
  loadEntryContent(
    async (request) => {
      requests.push(request);
      return { status: 200, headers: {}, route: undefined, body: undefined, ...response };
    },
    '/cms/v2/posts/1',
    keys,
    { from: '192.0.2.1', signal },
  );

it('throws the API error when a page is temporarily unavailable, and returns undefined for a 404', async () => {
  const body = serialize({ code: 'rest_storage_busy', message: 'Try again.' });
  await assert.rejects(loadWithResponse({ status: 503, headers: { 'Retry-After': '2' }, body }), {
    name: 'ApiError',
    status: 503,
    code: 'rest_storage_busy',
    options: { retryAfter: 2 },
  });
  assert.equal(await loadWithResponse({ status: 404, body }), undefined);
});

it('forwards the IP address and the abort signal of the request', async () => {
  const requests: ApiRequest[] = [];
  await loadWithResponse({ status: 404 }, requests);
  assert.deepEqual(
    requests.map(({ from, signal }) => [from, signal]),
    [['192.0.2.1', signal]],
  );
});
