// Generates random batches: valid batches, batches that are too long or too large, and batches with invalid paths.
import fc, { type Arbitrary } from 'fast-check';
import { hostileValue } from './values.ts';

/** An item of a batch, which may be invalid. */
export type BatchItem = { readonly path: unknown; readonly method?: unknown; readonly body?: unknown } | null;

export interface Batch {
  readonly validation?: unknown;
  readonly requests: readonly BatchItem[];
}

const unreadable = [
  '//',
  '///x',
  'http://',
  'http://:80',
  'http://evil.test/cms/v2/posts',
  '//evil.test/x',
  '',
  'x',
  '?',
  '#',
];

/** Generates batches of requests to these paths. */
export function batches(paths: readonly string[]): Arbitrary<{ readonly kind: 'batch'; readonly batch: Batch }> {
  const path = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...paths).map((pattern) => pattern.replace(/<\w+>/g, '1')) },
    { weight: 2, arbitrary: fc.constantFrom(...unreadable, '/batch/v1', '/batch/v1?a[]=1', `/${'a'.repeat(10_000)}`) },
    { weight: 1, arbitrary: fc.constantFrom(...paths).map((each) => `${each}/?_envelope&_method=DELETE&a[[=%zz`) },
    { weight: 1, arbitrary: hostileValue },
  );
  const body = fc.oneof(
    fc.constantFrom({}, { title: 'In a batch', status: 'draft' }, { name: 'In a batch' }, { force: true }),
    hostileValue,
    fc.constant({ requests: [{ path: '/cms/v2/posts' }] }),
  );
  const item = fc.record(
    {
      path,
      method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'post'),
      body,
      headers: fc.constantFrom({}, { 'X-HTTP-Method-Override': 'DELETE', Authorization: 'Basic x' }, { a: ['b', 'c'] }),
    },
    { requiredKeys: ['path'], noNullPrototype: true },
  );
  const items = fc.oneof(
    { weight: 10, arbitrary: fc.array(item, { maxLength: 4 }) },
    { weight: 2, arbitrary: fc.array(item, { minLength: 24, maxLength: 27 }) },
    { weight: 1, arbitrary: fc.constant([null]) },
    { weight: 1, arbitrary: item.map((each) => [{ ...each, body: { title: 'x'.repeat(2_000_000) } }]) },
  );
  const validation = fc.constantFrom('normal', 'require-all-validate', 'both');
  return fc
    .record({ requests: items, validation }, { requiredKeys: ['requests'], noNullPrototype: true })
    .map((batch) => ({ kind: 'batch' as const, batch: batch as Batch }));
}
