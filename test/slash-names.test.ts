// Tests names with a slash in paths. Clients that are generated from the OpenAPI document encode the slash as %2F.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mayContainSlash, segmentOf } from '../contract/grammar/route.ts';
import { openTestSite, type TestSite } from './site.ts';

let site: TestSite;
before(async () => {
  const fontCollections = [{ slug: 'shelf/first', name: 'First shelf', font_families: [] }];
  site = await openTestSite({ config: { fontCollections } });
});
after(() => site.database.close());

/** Requests to all routes that accept such a name. `NAME` is the placeholder for the name. */
const cases: readonly (readonly [method: string, path: string, name: string, json?: object])[] = [
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
  for (const [method, path, name, json] of cases) {
    it(`${method} ${path}: gives the same response with %2F`, async () => {
      const expected = await site.request('administrator', method, path.replace('NAME', name), json);
      for (const encoded of [encodeURIComponent(name), name.replaceAll('/', '%2f')]) {
        const { status, body } = await site.request('administrator', method, path.replace('NAME', encoded), json);
        assert.deepEqual([status, body], [expected.status, expected.body]);
      }
      assert.notEqual(expected.body.code, 'rest_no_route');
    });
  }

  it('is tested on every route that accepts one', () => {
    const declared = site.service.table.routes.flatMap(({ declared: route }) =>
      [...route.path.matchAll(/<(\w+)>/g)].some(([, name = '']) => mayContainSlash(segmentOf(route, name)))
        ? [route.path.replace(/\/(?:revisions|autosaves).*/, '').replace(/\/variations$/, '')]
        : [],
    );
    const tested = new Set(cases.map(([, path]) => path.replace('NAME', '<>').split('?')[0]));
    for (const path of declared) assert.ok(tested.has(path.replace(/<\w+>/, '<>')), path);
  });

  it('is accepted in these parameters only: an encoded slash elsewhere matches no route', async () => {
    for (const path of ['/cms/v2/posts%2F1', '/cms/v2%2Fposts/1', '/cms/v2/block-renderer%2Fcore/archives']) {
      const { status, body } = await site.request('administrator', 'GET', path);
      assert.deepEqual([status, body.code], [404, 'rest_no_route'], path);
    }
  });
});
