import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { declareEndpoints, type ModuleDeclaration } from '../../contract/grammar/module.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { nativeSpelling } from '../../contract/names/spelling.ts';
import { anonymous } from '../access/actor.ts';
import { WorkScope } from '../workers/work-scope.ts';
import { implement } from './implement.ts';
import { makePresentOutcome } from './present-outcome.ts';
import type { RequestContext } from './request-context.ts';
import { makeRouteTable } from './routes.ts';
import { serve } from './serve.ts';

const endpoints = declareEndpoints({
  'create-book': { methods: ['POST'], permission: 'create-book', parameters: {} },
});
const books: ModuleDeclaration<typeof endpoints> = { name: 'books' };

describe('a request whose `Allow` header cannot be computed', () => {
  it('gets the response of the write that was performed', async () => {
    let loads = 0;
    let writes = 0;
    const reported: unknown[] = [];
    const lost = new Error('the database was lost');
    const module = implement(books, {
      permissions: {
        'create-book': {
          load: async () => {
            loads += 1;
            if (loads > 1) throw lost;
            return undefined;
          },
          permit: () => undefined,
        },
      },
      operations: {
        'create-book': {
          run: async () => {
            writes += 1;
            return { kind: 'value', value: { id: writes }, status: 201 };
          },
        },
      },
    });
    const resource: Resource = {
      title: 'book',
      namespace: 'shop/v1',
      module: books,
      fields: {},
      links: [],
      routes: [],
    };
    const route = { path: '/shop/v1/books', parameters: {}, endpoints: [endpoints['create-book']] };
    const root = { spelling: nativeSpelling, rest: 'http://site.test/rest' };
    const table = makeRouteTable([{ route, namespace: 'shop/v1', resource }], [module], root);
    const context: RequestContext = {
      head: { method: 'POST', path: '/shop/v1/books', query: {}, headers: {}, from: '127.0.0.1' },
      body: { read: () => ({ query: {} }) },
      actor: anonymous,
      execution: { work: new WorkScope({ client: 'test', signal: undefined, budget: undefined }), version: 1 },
    };
    const draft = await serve(
      {
        table,
        callers: { identify: async () => ({ actor: anonymous }), renew: async (actor) => actor },
        bodies: {},
        presentOutcome: makePresentOutcome(async () => [], { key: 'key', collectsTags: false }),
        errors: { report: (error) => reported.push(error), translate: () => undefined },
        caching: { version: () => 1, collectsTags: false },
      },
      context,
    );
    assert.equal(draft.status, 201);
    assert.deepEqual([writes, draft.headers.Allow, draft.uncached], [1, undefined, true]);
    assert.deepEqual(reported, [lost]);
  });
});
