import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { declareEndpoints, type ModuleDeclaration } from '../../contract/grammar/module.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { nativeSpelling } from '../../contract/names/spelling.ts';
import { anonymous } from '../access/actor.ts';
import { WorkScope } from '../workers/work-scope.ts';
import { implement } from './implement.ts';
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
    const table = makeRouteTable([{ route, namespace: 'shop/v1', resource }], [module]);
    const context: RequestContext = {
      ...{ method: 'POST', path: '/shop/v1/books', query: {}, headers: {}, from: '127.0.0.1', version: 1 },
      actor: anonymous,
      work: new WorkScope({ client: 'test', signal: undefined, budget: undefined }),
      read: () => ({ query: {} }),
    };
    const draft = await serve(
      {
        ...{ table, spelling: nativeSpelling, rest: 'http://site.test/rest', key: 'key', checks: {} },
        version: () => 1,
        present: async () => [],
        report: (error) => reported.push(error),
        translate: () => undefined,
        renew: async (actor) => actor,
      },
      context,
    );
    assert.equal(draft.status, 201);
    assert.deepEqual([writes, draft.headers.Allow, draft.uncached], [1, undefined, true]);
    assert.deepEqual(reported, [lost]);
  });
});
