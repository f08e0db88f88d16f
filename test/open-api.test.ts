// Tests that the OpenAPI document is valid according to an independent validator, complete, and consistent with the responses
// of the service.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { makeOpenApi, type OpenApi } from '../server/http/open-api/document.ts';
import { commonCodes } from '../server/http/open-api/error-codes.ts';
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

it('lists every route and method, with a unique operation ID each', () => {
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

it('describes every property of the records in responses', async () => {
  const schemas = document.components.schemas as Record<
    string,
    { properties: Record<string, { type?: string | string[] }> }
  >;
  const pathsByTitle = {
    post: '/cms/v2/posts',
    page: '/cms/v2/pages',
    category: '/cms/v2/categories',
    user: '/cms/v2/users',
  };
  await site.create('/cms/v2/pages', { title: 'A page', status: 'publish' });
  for (const [title, path] of Object.entries(pathsByTitle)) {
    for (const caller of ['anonymous', 'administrator'] as const) {
      const context = caller === 'anonymous' ? 'view' : 'edit';
      const { body } = await site.request(caller, 'GET', `${path}?context=${context}&_embed`);
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
  readonly location: string;
  readonly method: string;
  readonly definition: OpenApi['paths'][string][string];
}

const operations = (): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, definition]) => ({ location: `${method} ${path}`, method, definition })),
  );

const parametersIn = ({ definition }: Operation, parameterLocation: string): Parameter[] =>
  (definition.parameters as (Parameter | { $ref: string })[]).flatMap((each) =>
    '$ref' in each || each.in !== parameterLocation ? [] : [each],
  );

/** Yields every object in the document except examples, including all schemas, with its location as a JSON Pointer. */
function* schemasIn(value: unknown, location = ''): Generator<readonly [location: string, schema: Schema]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [location, value as Schema];
  for (const [name, inner] of Object.entries(value))
    if (name !== 'examples') yield* schemasIn(inner, `${location}/${name}`);
}

it('serializes array parameters as comma-separated lists and object parameters as deepObject', () => {
  const styles = operations().flatMap((operation) =>
    parametersIn(operation, 'query').map(({ name, style, explode, schema }) => {
      const types = [schema.type].flat();
      const expected = types.includes('array')
        ? ['form', false]
        : types.includes('object')
          ? ['deepObject', true]
          : [undefined, undefined];
      assert.deepEqual([style, explode], expected, `${operation.location} ${name}`);
      assert.ok(
        !(types.includes('array') && types.includes('object')),
        `${operation.location} ${name} can be both an array and an object`,
      );
      return String(expected[0]);
    }),
  );
  assert.deepEqual([...new Set(styles)].sort(), ['deepObject', 'form', 'undefined']);
});

it('describes the object form of a list of terms', () => {
  const get = operations().find(({ location }) => location === 'get /cms/v2/posts');
  const categories = parametersIn(get as Operation, 'query').find(({ name }) => name === 'categories');
  assert.deepEqual(categories?.schema, { type: 'array', items: { type: 'integer' } });
  for (const property of ['terms', 'include_children', 'operator'])
    assert.match(categories?.description ?? '', new RegExp(`categories\\[${property}\\]`));
});

it('has no default that its own schema rejects, and only patterns that are valid with the u flag', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  let [defaults, patterns] = [0, 0];
  for (const [location, schema] of schemasIn(document)) {
    if (typeof schema.pattern === 'string') {
      assert.doesNotThrow(() => new RegExp(schema.pattern as string, 'u'), location);
      patterns += 1;
    }
    if (!('default' in schema) || !('type' in schema || 'enum' in schema)) continue;
    assert.ok(ajv.validate(schema, schema.default), `${location} ${JSON.stringify(schema)}`);
    defaults += 1;
  }
  assert.ok(defaults > 200 && patterns > 10, `${defaults} defaults, ${patterns} patterns`);
});

it('requires the properties that every record has in the view context, and no properties that only editors receive', () => {
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

it('declares the types of embedded records by the targets of their links', () => {
  const { properties } = document.components.schemas.post as { properties: { _embedded: { properties: Schema } } };
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const { author, 'cms:term': terms, replies } = properties._embedded.properties;
  assert.deepEqual(author, { type: 'array', items: { anyOf: [refTo('user-embedded'), refTo('error')] } });
  const termItems = { anyOf: [refTo('category-embedded'), refTo('tag-embedded')] };
  assert.deepEqual(terms, { type: 'array', items: { anyOf: [{ type: 'array', items: termItems }, refTo('error')] } });
  const replyItems = { type: 'array', items: refTo('comment-embedded') };
  assert.deepEqual(replies, { type: 'array', items: { anyOf: [replyItems, refTo('error')] } });
});

it('defines common parameters, headers and errors only once', () => {
  const list = operations().find(({ location }) => location === 'get /cms/v2/posts')?.definition;
  assert.ok(list);
  const shared = (list.parameters as { $ref?: string }[]).flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)] : []));
  assert.deepEqual(shared, ['_fields', '_embed', '_etags', '_envelope', '_jsonp', '_pretty', 'If-None-Match']);
  const { headers } = list.responses[200] as { headers: object };
  assert.deepEqual(Object.keys(headers).slice(0, 4), ['X-CMS-Total', 'X-CMS-TotalPages', 'Link', 'Allow']);
  for (const { location, definition } of operations())
    assert.ok(definition.responses[429] && definition.responses[503], location);
  for (const [location, schema] of schemasIn(document)) {
    if (typeof schema.$ref !== 'string') continue;
    const [, kind = '', group = '', name = ''] = schema.$ref.split('/');
    assert.ok(
      kind === 'components' && name in (document.components[group] ?? {}),
      `${location} refers to ${schema.$ref}, which does not exist`,
    );
  }
});

it('accepts files in multipart forms and as raw bodies', () => {
  const { requestBody } = document.paths['/cms/v2/media']?.post ?? {};
  const { content } = requestBody as { content: Record<string, { schema: Schema & { properties?: Schema } }> };
  assert.deepEqual(Object.keys(content), ['multipart/form-data', 'application/octet-stream']);
  assert.deepEqual(content['application/octet-stream']?.schema, { type: 'string', format: 'binary' });
  const form = content['multipart/form-data']?.schema.properties ?? {};
  assert.equal((form.file as Schema).format, 'binary');
  assert.ok('alt_text' in form);
});

it('describes every operation, every tag and the license', () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const { location, definition } of operations()) {
    assert.match(definition.description, /^[A-Z].+\.$/, location);
    assert.match(definition.summary, /^[A-Z]/, location);
    for (const tag of definition.tags) assert.ok(tags.has(tag), `${location} ${tag}`);
  }
  assert.equal(document.info.license.identifier, 'MIT');
});

it('gives a description to every operation whose name does not begin with a standard verb', () => {
  const verbs = /^(?:list|get|create|save|update|delete)-/;
  for (const { declared, endpoints } of site.service.table.routes)
    for (const { declared: endpoint } of endpoints)
      assert.ok(verbs.test(endpoint.operation) || endpoint.description, `${declared.path}: ${endpoint.operation}`);
});

it('describes every parameter and every property of a body', () => {
  const bodyOf = ({ definition }: Operation): Readonly<Record<string, { readonly description?: string }>> => {
    const { content = {} } = (definition.requestBody ?? {}) as { content?: Record<string, { schema: Schema }> };
    return (Object.values(content)[0]?.schema.properties ?? {}) as ReturnType<typeof bodyOf>;
  };
  for (const operation of operations()) {
    for (const place of ['path', 'query', 'header'])
      for (const { name, description } of parametersIn(operation, place))
        assert.ok(description, `${operation.location} ${name}`);
    for (const [name, { description }] of Object.entries(bodyOf(operation)))
      assert.ok(description, `${operation.location} ${name}`);
  }
});

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (value: string) => URL.canParse(value),
  'uri-reference': (value: string) => URL.canParse(value, 'http://site.test/'),
  ip: true,
} as const;

/** Operations that have no JSON response, or never succeed: sites have no widgets, and extensions cannot be installed by requests. */
const withoutSuccess =
  /^(?:get \/cms-block-editor\/v1\/export|get \/octavo\/v1\/(?:events|live|backups\/\{id\}\/archive)|(?:post|put|patch|delete) \/cms\/v2\/(?:sidebars|widgets|widget-types)\b.*|get \/cms\/v2\/(?:sidebars|widgets|widget-types)\/\{id\}|post \/cms\/v2\/plugins|delete \/cms\/v2\/plugins\/\{plugin\}|delete \/cms\/v2\/users\/me|(?:put|patch) \/cms-abilities\/v1\/abilities\/\{name\}\/run)$/;

it('has examples of the request and the response of every operation of the service, which its schemas accept', async () => {
  const builtIn = await openTestSite();
  const { spelling, routes } = builtIn.service.table;
  for (const table of [{ spelling, routes }, builtIn.service.openCompatible().table]) {
    const described: OpenApi = JSON.parse(JSON.stringify(await makeOpenApi(table, 'http://site.test/rest', '1.2.3')));
    const ajv = new Ajv2020({ strict: false, formats });
    ajv.addSchema(described, 'described');
    const pointerTo = (...names: readonly string[]) =>
      `described#/${names.map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const invalid: string[] = [];
    let examples = 0;
    for (const [path, methods] of Object.entries(described.paths))
      for (const [method, { responses, requestBody }] of Object.entries(methods)) {
        const at = ['paths', path, method];
        let successes = 0;
        for (const [status, response] of Object.entries(responses as Record<string, { content?: MediaTypes }>)) {
          const value = response.content?.['application/json']?.examples?.default?.value;
          if (value === undefined) continue;
          examples += 1;
          if (Number(status) < 300) successes += 1;
          const schema = [...at, 'responses', status, 'content', 'application/json', 'schema'];
          if (!ajv.validate({ $ref: pointerTo(...schema) }, value))
            invalid.push(`${at} ${status}: ${ajv.errorsText()}`);
        }
        const { content } = (requestBody ?? {}) as { content?: MediaTypes };
        const body = content?.['application/json']?.examples?.default?.value;
        if (body !== undefined) {
          const schema = [...at, 'requestBody', 'content', 'application/json', 'schema'];
          if (!ajv.validate({ $ref: pointerTo(...schema) }, body)) invalid.push(`${at}: ${ajv.errorsText()}`);
        }
        const native = `${method} ${table.spelling.path(path)}`;
        if (successes > 0 === withoutSuccess.test(native)) invalid.push(`${native}: ${successes} successes`);
      }
    assert.deepEqual(invalid, []);
    assert.ok(examples > 800, `${examples} examples`);
  }
  await builtIn.database.close();
});

interface MediaTypes {
  readonly [type: string]: { readonly examples?: { readonly default?: { readonly value: unknown } } };
}

it('lists the error codes of each operation with their meanings', () => {
  const errorOf = (path: string, method: string, status: number): string => {
    const { description } = (document.paths[path]?.[method]?.responses[status] ?? {}) as { description?: string };
    return description ?? '';
  };
  assert.match(
    errorOf('/cms/v2/posts', 'post', 401),
    /\n- `rest_cannot_create`: You are not allowed to create entries/,
  );
  assert.match(errorOf('/cms/v2/posts/{id}', 'get', 404), /- `rest_post_invalid_id`: /);
  assert.match(errorOf('/cms/v2/users/{id}', 'delete', 403), /- `rest_user_cannot_delete`: .*last administrator/);
  assert.match(errorOf('/cms/v2/comments', 'post', 409), /- `comment_duplicate`: /);
  assert.doesNotMatch(errorOf('/cms/v2/posts', 'post', 401), /comment|menu/);
  for (const [status, codes] of Object.entries(commonCodes))
    for (const code of Object.keys(codes))
      assert.ok(document.info.description.includes(`\`${code}\``), `${status} ${code}`);
});

it('requires credentials for changes, and describes sessions and application passwords', () => {
  const required = [{ applicationPassword: [] }, { session: [], nonce: [] }];
  assert.deepEqual(document.security, [{}, ...required]);
  assert.deepEqual(document.paths['/cms/v2/posts']?.post?.security, required);
  assert.equal(document.paths['/cms/v2/posts']?.get?.security, undefined);
  assert.equal(document.paths['/cms/v2/comments']?.post?.security, undefined);
  const { session, nonce } = document.components.securitySchemes as Record<string, { name: string }>;
  assert.deepEqual([session?.name, nonce?.name], ['cms_session', 'X-CMS-Nonce']);
});

it('groups all tags in reading order', () => {
  const { tags, 'x-tagGroups': tagGroups } = document;
  assert.deepEqual(
    tagGroups.flatMap((group) => group.tags),
    tags.map(({ name }) => name),
  );
  const used = new Set(operations().flatMap(({ definition }) => definition.tags));
  assert.deepEqual(new Set(tags.map(({ name }) => name)), used);
  assert.deepEqual(tagGroups[0]?.tags.slice(0, 4), ['post', 'post-revision', 'post-autosave', 'page']);
});
