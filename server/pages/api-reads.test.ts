import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../http/request.ts';
import { readApiPage } from './api-reads.ts';

const read = (status: number, body: unknown, headers: ApiResponse['headers'] = {}) =>
  readApiPage(
    async () => ({ status, headers, route: undefined, body: JSON.stringify(body) }),
    '/cms/v2/posts',
    {},
    { from: '192.0.2.1' },
  );

it('returns the records and their number', async () => {
  const page = await read(200, [{ id: 1 }], { 'X-CMS-Total': '7' });
  assert.deepEqual(page, { records: [{ id: 1 }], total: 7 });
});

it('returns undefined for a page that does not exist', async () => {
  assert.equal(await read(400, { code: 'rest_post_invalid_page_number', message: 'Too large' }), undefined);
  assert.equal(await read(404, { code: 'rest_no_route', message: 'None' }), undefined);
});

const failures: readonly (readonly [status: number, body: object, expected: object])[] = [
  [503, { code: 'rest_storage_busy', message: 'Busy' }, { status: 503, message: 'Busy', options: { retryAfter: 2 } }],
  [
    400,
    { code: 'rest_search_too_broad', message: 'Invalid', data: { params: { search: 'Use longer words.' } } },
    { status: 400, message: 'Use longer words.' },
  ],
  [
    400,
    { code: 'rest_query_too_expensive', message: 'Invalid parameter: page.' },
    { status: 503, options: { retryAfter: 5 } },
  ],
];
for (const [status, body, expected] of failures)
  it(`throws ${JSON.stringify(expected)}`, () => assert.rejects(read(status, body, { 'Retry-After': '2' }), expected));
