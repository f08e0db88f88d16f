// The OpenAPI document: valid by somebody else's judgement, whole, and true of what is answered.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { docsPage } from '../server/edge/docs-page.ts';
import { makeOpenApi, type OpenApi } from '../server/http/open-api/document.ts';
import { openTestSite, type TestSite } from './site.ts';

let site: TestSite;
let document: OpenApi;
before(async () => {
  site = await openTestSite({ extensions: ['union'] });
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

type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly where: string;
  readonly method: string;
  readonly told: OpenApi['paths'][string][string];
}

const operations = (): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({ where: `${method} ${path}`, method, told })),
  );

const parametersIn = ({ told }: Operation, place: string): Parameter[] =>
  (told.parameters as (Parameter | { $ref: string })[]).flatMap((each) =>
    '$ref' in each || each.in !== place ? [] : [each],
  );

/** Every schema of the document, with those inside. */
function* schemasIn(value: unknown, where = ''): Generator<readonly [where: string, schema: Schema]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [where, value as Schema];
  for (const [name, inner] of Object.entries(value)) yield* schemasIn(inner, `${where}/${name}`);
}

it('sends lists of queries in one parameter, objects as their properties', () => {
  const ways = operations().flatMap((operation) =>
    parametersIn(operation, 'query').map(({ name, style, explode, schema }) => {
      const types = [schema.type].flat();
      const wanted = types.includes('array')
        ? ['form', false]
        : types.includes('object')
          ? ['deepObject', true]
          : [undefined, undefined];
      assert.deepEqual([style, explode], wanted, `${operation.where} ${name}`);
      assert.ok(!(types.includes('array') && types.includes('object')), `${operation.where} ${name} can be both`);
      return String(wanted[0]);
    }),
  );
  assert.deepEqual([...new Set(ways)].sort(), ['deepObject', 'form', 'undefined']);
});

it('describes the object that may stand for a list of terms', () => {
  const get = operations().find(({ where }) => where === 'get /cms/v2/posts');
  const categories = parametersIn(get as Operation, 'query').find(({ name }) => name === 'categories');
  assert.deepEqual(categories?.schema, { type: 'array', items: { type: 'integer' } });
  for (const property of ['terms', 'include_children', 'operator'])
    assert.match(categories?.description ?? '', new RegExp(`categories\\[${property}\\]`));
});

it('has no default that its own schema rejects, and no pattern that is not valid Unicode', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  let [defaults, patterns] = [0, 0];
  for (const [where, schema] of schemasIn(document)) {
    if (typeof schema.pattern === 'string') {
      assert.doesNotThrow(() => new RegExp(schema.pattern as string, 'u'), where);
      patterns += 1;
    }
    if (!('default' in schema) || !('type' in schema || 'enum' in schema)) continue;
    assert.ok(ajv.validate(schema, schema.default), `${where} ${JSON.stringify(schema)}`);
    defaults += 1;
  }
  assert.ok(defaults > 200 && patterns > 10, `${defaults} defaults, ${patterns} patterns`);
});

it('requires what records always have in view context, and nothing that only editors see', () => {
  const {
    post,
    'user-embedded': author,
    category,
  } = document.components.schemas as Record<
    string,
    { required: string[]; properties: Record<string, { required: string[]; properties: object }> }
  >;
  for (const name of ['id', 'date', 'title', 'content', 'status', 'author', 'categories', 'meta'])
    assert.ok(post?.required.includes(name), name);
  for (const name of ['password', 'generated_slug', '_links', '_embedded'])
    assert.ok(!post?.required.includes(name), name);
  assert.deepEqual(post?.properties.title?.required, ['rendered']);
  assert.ok(category?.required.includes('name'));
  assert.ok(author?.required.includes('name'));
  assert.ok(author && !('email' in author.properties));
});

it('types what is embedded by what links lead to', () => {
  const { properties } = document.components.schemas.post as { properties: { _embedded: { properties: Schema } } };
  const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const { author, 'cms:term': terms, replies } = properties._embedded.properties;
  assert.deepEqual(author, { type: 'array', items: { anyOf: [one('user-embedded'), one('error')] } });
  const ofTerms = { anyOf: [one('category-embedded'), one('tag-embedded')] };
  assert.deepEqual(terms, { type: 'array', items: { anyOf: [{ type: 'array', items: ofTerms }, one('error')] } });
  const ofReplies = { type: 'array', items: one('comment-embedded') };
  assert.deepEqual(replies, { type: 'array', items: { anyOf: [ofReplies, one('error')] } });
});

it('shares the common parameters, the headers and the errors', () => {
  const list = operations().find(({ where }) => where === 'get /cms/v2/posts')?.told;
  assert.ok(list);
  const shared = (list.parameters as { $ref?: string }[]).flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)] : []));
  assert.deepEqual(shared, ['_fields', '_embed', '_etags', '_envelope', '_jsonp', '_pretty', 'If-None-Match']);
  const { headers } = list.responses[200] as { headers: object };
  assert.deepEqual(Object.keys(headers).slice(0, 4), ['X-CMS-Total', 'X-CMS-TotalPages', 'Link', 'Allow']);
  for (const { where, told } of operations()) assert.ok(told.responses[429] && told.responses[503], where);
  for (const [where, schema] of schemasIn(document)) {
    if (typeof schema.$ref !== 'string') continue;
    const [, kind = '', group = '', name = ''] = schema.$ref.split('/');
    assert.ok(kind === 'components' && name in (document.components[group] ?? {}), `${where} leads to ${schema.$ref}`);
  }
});

it('takes files as parts of forms and as bodies', () => {
  const { requestBody } = document.paths['/cms/v2/media']?.post ?? {};
  const { content } = requestBody as { content: Record<string, { schema: Schema & { properties?: Schema } }> };
  assert.deepEqual(Object.keys(content), ['multipart/form-data', 'application/octet-stream']);
  assert.deepEqual(content['application/octet-stream']?.schema, { type: 'string', format: 'binary' });
  const form = content['multipart/form-data']?.schema.properties ?? {};
  assert.equal((form.file as Schema).format, 'binary');
  assert.ok('alt_text' in form);
});

it('describes every operation, tag and the licence', () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const { where, told } of operations()) {
    assert.match(told.description, /^[A-Z].+\.$/, where);
    assert.match(told.summary, /^[A-Z]/, where);
    for (const tag of told.tags) assert.ok(tags.has(tag), `${where} ${tag}`);
  }
  assert.equal(document.info.license.identifier, 'MIT');
});

it('says in sentences what operations do whose names do not', () => {
  const verbs = /^(?:list|get|create|save|update|delete)-/;
  for (const { declared, endpoints } of site.service.table.routes)
    for (const { declared: endpoint } of endpoints)
      assert.ok(verbs.test(endpoint.operation) || endpoint.description, `${declared.path}: ${endpoint.operation}`);
});
