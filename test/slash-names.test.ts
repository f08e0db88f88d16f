// Names with a slash in addresses: clients that are generated from the OpenAPI document send the slash as %2F.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mayHoldSlash, segmentOf } from '../contract/grammar/route.ts';
import { openTestSite, type TestSite } from './site.ts';

let site: TestSite;
before(async () => {
  const fontCollections = [{ slug: 'shelf/first', name: 'First shelf', font_families: [] }];
  site = await openTestSite({ config: { fontCollections } });
});
after(() => site.database.close());

/** An address for each route with such a name; `NAME` stands for the name. */
const cases: readonly (readonly [method: string, address: string, name: string, json?: object])[] = [
  ['GET', '/cms/v2/block-renderer/NAME?context=edit', 'core/archives'],
  ['POST', '/cms/v2/block-renderer/NAME', 'core/archives', { context: 'edit' }],
  ['GET', '/cms-abilities/v1/abilities/NAME', 'octavo/list-posts'],
  ['GET', '/cms-abilities/v1/abilities/NAME/run?input[per_page]=1', 'octavo/list-posts'],
  ['GET', '/cms/v2/templates/NAME', 'quarto//index'],
  ['GET', '/cms/v2/templates/NAME/revisions', 'quarto//index'],
  ['GET', '/cms/v2/template-parts/NAME', 'quarto//header'],
  ['GET', '/cms/v2/font-collections/NAME', 'shelf/first'],
  ['GET', '/cms/v2/themes/NAME', 'folder/theme'],
  ['GET', '/cms/v2/plugins/NAME', 'folder/plugin'],
  ['GET', '/cms/v2/global-styles/themes/NAME', 'folder/theme'],
];

describe('a name with a slash', () => {
  for (const [method, address, name, json] of cases) {
    it(`${method} ${address}: is the same with %2F`, async () => {
      const plain = await site.ask('administrator', method, address.replace('NAME', name), json);
      for (const encoded of [encodeURIComponent(name), name.replaceAll('/', '%2f')]) {
        const { status, body } = await site.ask('administrator', method, address.replace('NAME', encoded), json);
        assert.deepEqual([status, body], [plain.status, plain.body]);
      }
      assert.notEqual(plain.body.code, 'rest_no_route');
    });
  }

  it('is tried on every route that has one', () => {
    const declared = site.service.table.routes.flatMap(({ declared: route }) =>
      [...route.path.matchAll(/<(\w+)>/g)].some(([, name = '']) => mayHoldSlash(segmentOf(route, name)))
        ? [route.path.replace(/\/(?:revisions|autosaves).*/, '').replace(/\/variations$/, '')]
        : [],
    );
    const tried = new Set(cases.map(([, address]) => address.replace('NAME', '<>').split('?')[0]));
    for (const path of declared) assert.ok(tried.has(path.replace(/<\w+>/, '<>')), path);
  });

  it('is the only place for it: other slashes are no part of a value', async () => {
    for (const address of ['/cms/v2/posts%2F1', '/cms/v2%2Fposts/1', '/cms/v2/block-renderer%2Fcore/archives']) {
      const { status, body } = await site.ask('administrator', 'GET', address);
      assert.deepEqual([status, body.code], [404, 'rest_no_route'], address);
    }
  });
});
