// The OpenAPI document: valid by somebody else's judgement, whole, and true of what is answered.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { docsPage } from '../server/edge/docs-page.ts';
import { makeOpenApi, type OpenApi } from '../server/http/open-api/document.ts';
import { openTestSite, type TestSite } from './site.ts';

let site: TestSite;
let document: OpenApi;
before(async () => {
  site = await openTestSite();
  document = JSON.parse(JSON.stringify(await makeOpenApi(site.service.table, 'http://site.test/rest', '1.2.3')));
});
after(() => site.database.close());

it('is valid', async () => {
  const { valid, errors } = await new Validator().validate(document as never);
  assert.ok(valid, JSON.stringify(errors, null, 1));
});

it('names every route and method, and each operation by a name of its own', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = site.service.table.routes.flatMap(({ declared, endpoints }) =>
    endpoints.flatMap((endpoint) =>
      endpoint.declared.methods.map((method) => `${method} ${declared.path.replace(/<(\w+)>/g, '{$1}')}`),
    ),
  );
  assert.deepEqual(described.sort(), served.sort());
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
});

it('describes every member of the records that are answered', async () => {
  const schemas = document.components.schemas as Record<
    string,
    { properties: Record<string, { type?: string | string[] }> }
  >;
  const kinds = { post: '/cms/v2/posts', page: '/cms/v2/pages', category: '/cms/v2/categories', user: '/cms/v2/users' };
  await site.make('/cms/v2/pages', { title: 'A page', status: 'publish' });
  for (const [title, path] of Object.entries(kinds)) {
    for (const person of ['anonymous', 'administrator'] as const) {
      const context = person === 'anonymous' ? 'view' : 'edit';
      const { body } = await site.ask(person, 'GET', `${path}?context=${context}&_embed`);
      assert.ok(body.length > 0, path);
      for (const record of body) {
        for (const [name, value] of Object.entries(record)) {
          const schema = schemas[title]?.properties[name];
          assert.ok(schema, `${title}.${name}`);
          const types = schema.type === undefined ? undefined : [schema.type].flat();
          const type =
            value === null
              ? 'null'
              : Array.isArray(value)
                ? 'array'
                : Number.isInteger(value)
                  ? 'integer'
                  : typeof value;
          assert.ok(!types || types.includes(type), `${title}.${name} is ${type}, not ${types}`);
        }
      }
    }
  }
});

it('is shown to people as a page without scripts', () => {
  const page = docsPage(document);
  assert.match(page, /GET \/cms\/v2\/posts\/\{id\}/);
  assert.doesNotMatch(page, /<script/);
});
