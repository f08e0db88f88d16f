// Tests which differences between OpenAPI documents are breaking.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ComparedDocument, compareDocuments, simplifyDocument } from './open-api.ts';

/** A document with a list, an operation with a body, and shared schemas. */
const document = () => ({
  info: { title: 'Example' },
  security: [{}, { basic: [] }, { oauth: ['read'] }] as object[],
  paths: {
    '/posts': {
      get: {
        operationId: 'listPosts',
        summary: 'List posts',
        parameters: [
          { name: 'search', in: 'query', required: false, schema: { type: 'string', maxLength: 100 } },
          { name: 'order', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
          { name: 'per_page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { $ref: '#/components/parameters/_fields' },
        ] as object[],
        responses: {
          200: {
            description: 'The posts.',
            headers: { Total: { $ref: '#/components/headers/Total' } } as Record<string, object>,
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/post' } } },
            } as Record<string, object>,
          },
          404: { $ref: '#/components/responses/error-404' },
        } as Record<string, object>,
      },
      post: {
        operationId: 'createPost',
        security: [{ basic: [] }, { oauth: ['write'] }],
        requestBody: {
          required: false,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/input' } } } as Record<string, object>,
        },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/post' } } } } },
      },
    },
    '/posts/{id}': {
      get: {
        operationId: 'getPost',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {},
      },
    },
  } as Record<string, Record<string, Record<string, unknown>>>,
  components: {
    securitySchemes: { basic: { type: 'http', scheme: 'basic' }, oauth: { type: 'oauth2' } } as Record<string, object>,
    parameters: { _fields: { name: '_fields', in: 'query', required: false, schema: { type: 'array' } } },
    headers: { Total: { schema: { type: 'integer' } } },
    responses: { 'error-404': { content: { 'application/json': { schema: { type: 'object' } } } } },
    schemas: {
      post: {
        type: 'object',
        title: 'Post',
        required: ['id', 'title'],
        properties: {
          id: { type: 'integer' },
          title: { type: 'string', description: 'The title.' },
          status: { type: 'string', enum: ['draft', 'publish'] },
          parent: { anyOf: [{ $ref: '#/components/schemas/post' }, { type: 'null' }] },
        } as Record<string, object>,
      },
      input: {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string' },
          date: { type: ['string', 'null'] },
          content: { anyOf: [{ type: 'string' }, { type: 'object', properties: { raw: { type: 'string' } } }] },
        } as Record<string, object>,
      },
    },
  },
});

type Example = ReturnType<typeof document>;
type Change = (document: Example) => void;
type Parameter = { name?: string; required?: boolean; schema: Record<string, unknown>; [keyword: string]: unknown };

const get = (each: Example) => each.paths['/posts']?.get as { parameters: Parameter[]; [keyword: string]: unknown };
const parameter = (each: Example, name: string): Parameter => {
  const found = get(each).parameters.find((other) => other.name === name);
  assert.ok(found);
  return found;
};
const responses = (each: Example) => get(each).responses as Record<string, Record<string, object>>;
const pathParameter = (name: string, type: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: { type } }],
});
const post = (each: Example) => each.components.schemas.post;
const input = (each: Example) => each.components.schemas.input;

const setSecurity = (each: Example, path: string, method: string, security: readonly object[]) =>
  Object.assign(each.paths[path]?.[method] ?? {}, { security });

const breakingChanges: Readonly<Record<string, readonly [change: Change, message: RegExp]>> = {
  'a removed route': [(each) => delete each.paths['/posts'], /^GET \/posts: removed$/m],
  'a removed method': [(each) => delete each.paths['/posts']?.post, /^POST \/posts: removed$/m],
  'a renamed operation': [(each) => (get(each).operationId = 'list'), /operationId changed from listPosts to list$/],
  'an operation that begins to require credentials': [
    (each) => setSecurity(each, '/posts', 'get', [{ basic: [] }, { oauth: ['read'] }]),
    /^GET \/posts: no longer accepts requests with no credentials$/,
  ],
  'a document that begins to require credentials': [
    (each) => (each.security = [{ basic: [] }, { oauth: ['read'] }]),
    /^GET \/posts: no longer accepts requests with no credentials\nGET \/posts\/\{id\}: no longer accepts [^\n]+$/,
  ],
  'credentials that an operation no longer accepts': [
    (each) => setSecurity(each, '/posts', 'post', [{ oauth: ['write'] }]),
    /^POST \/posts: no longer accepts requests with basic$/,
  ],
  'a scope that an operation begins to require': [
    (each) => setSecurity(each, '/posts', 'post', [{ basic: [] }, { oauth: ['read', 'write'] }]),
    /^POST \/posts: no longer accepts requests with oauth \(write\)$/,
  ],
  'additional credentials that an operation begins to require': [
    (each) => setSecurity(each, '/posts', 'post', [{ basic: [], token: [] }, { oauth: ['write'] }]),
    /^POST \/posts: no longer accepts requests with basic$/,
  ],
  'another form of credentials': [
    (each) => (each.components.securitySchemes.basic = { type: 'http', scheme: 'digest' }),
    /^security scheme basic: changed from \{"scheme":"basic","type":"http"\} to \{"scheme":"digest","type":"http"\}$/,
  ],
  'a removed parameter': [(each) => get(each).parameters.shift(), /^GET \/posts, parameter search in query: removed$/],
  'a changed type of a path parameter': [
    (each) => Object.assign(each.paths['/posts/{id}']?.get ?? {}, pathParameter('id', 'boolean')),
    /^GET \/posts\/\{id\}, parameter 1 in path: type changed from integer to boolean$/,
  ],
  'a removed common parameter': [(each) => get(each).parameters.pop(), /parameter _fields in query: removed$/],
  'a new required parameter': [
    (each) => get(each).parameters.push({ name: 'site', in: 'query', required: true, schema: { type: 'string' } }),
    /parameter site in query: added, and required$/,
  ],
  'a parameter that becomes required': [
    (each) => (parameter(each, 'search').required = true),
    /parameter search in query: is now required$/,
  ],
  'a narrowed type of a parameter': [
    (each) => (parameter(each, 'search').schema.type = 'integer'),
    /parameter search in query: type changed from string to integer$/,
  ],
  'a narrowed enum': [(each) => (parameter(each, 'order').schema.enum = ['desc']), /no longer accepts "asc"$/],
  'a new enum': [(each) => (parameter(each, 'search').schema.enum = ['a']), /accepts only "a"$/],
  'a changed default': [
    (each) => (parameter(each, 'order').schema.default = 'asc'),
    /default changed from "desc" to "asc"$/,
  ],
  'a lower maximum': [(each) => (parameter(each, 'per_page').schema.maximum = 50), /maximum changed from 100 to 50$/],
  'a higher minimum': [(each) => (parameter(each, 'per_page').schema.minimum = 2), /minimum changed from 1 to 2$/],
  'a new pattern': [(each) => (parameter(each, 'search').schema.pattern = '^a'), /pattern changed from none to "\^a"$/],
  'another style of a parameter': [(each) => (parameter(each, 'search').style = 'deepObject'), /style changed/],
  'a body that becomes required': [
    (each) => ((each.paths['/posts']?.post?.requestBody as { required: boolean }).required = true),
    /^POST \/posts, body: is now required$/,
  ],
  'a body type that is no longer accepted': [
    (each) => ((each.paths['/posts']?.post?.requestBody as { content: object }).content = {}),
    /^POST \/posts, body, application\/json: removed$/,
  ],
  'a removed body': [(each) => delete each.paths['/posts']?.post?.requestBody, /^POST \/posts, body: removed$/],
  'a field of a body that becomes required': [
    (each) => input(each).required.push('date'),
    /^request schema input\.date: is now required$/,
  ],
  'a new required field of a body': [
    (each) => Object.assign(input(each), { required: ['slug'], properties: { ...input(each).properties, slug: {} } }),
    /^request schema input\.slug: added, and required$/,
  ],
  'a removed field of a body': [(each) => delete input(each).properties.date, /^request schema input\.date: removed$/],
  'a type that a body no longer accepts': [
    (each) => (input(each).properties.date = { type: 'string' }),
    /input\.date: type changed from string or null to string$/,
  ],
  'an alternative that a body no longer accepts': [
    (each) => (input(each).properties.content = { type: 'string' }),
    /input\.content: no longer accepts \{"properties"/,
  ],
  'a body that no longer accepts other properties': [
    (each) => Object.assign(input(each), { additionalProperties: false }),
    /input\.\*: other properties are no longer accepted$/,
  ],
  'another status of success': [
    (each) => {
      const { 200: success, ...others } = responses(each);
      get(each).responses = { 202: success, ...others };
    },
    /^GET \/posts, response 200: removed$/m,
  ],
  'a removed error status': [(each) => delete responses(each)['404'], /^GET \/posts, response 404: removed$/],
  'a changed type in the only alternative': [
    (each) => (post(each).properties.id = { anyOf: [{ type: 'string' }] }),
    /post\.id: type changed from integer to string$/,
  ],
  'a removed header': [
    (each) => Object.assign(responses(each)['200'] ?? {}, { headers: {} }),
    /header Total: removed$/,
  ],
  'another content type of a response': [
    (each) => Object.assign(responses(each)['200'] ?? {}, { content: { 'text/xml': {} } }),
    /response 200, application\/json: removed$/m,
  ],
  'a removed field of a response': [
    (each) => delete post(each).properties.status,
    /^response schema post\.status: removed$/,
  ],
  'a field of a response that is no longer always present': [
    (each) => (post(each).required = ['id']),
    /^response schema post\.title: is no longer always present$/,
  ],
  'another type of a field': [
    (each) => (post(each).properties.id = { type: 'string' }),
    /post\.id: type changed from integer to string$/,
  ],
  'a field that can now be null': [
    (each) => (post(each).properties.title = { type: ['string', 'null'] }),
    /post\.title: type changed from string to string or null$/,
  ],
  'a field with a new alternative': [
    (each) =>
      (post(each).properties.parent = {
        anyOf: [{ $ref: '#/components/schemas/post' }, { type: 'null' }, { type: 'integer' }],
      }),
    /post\.parent: can now be \{"type":"integer"\}$/,
  ],
};

const compatibleChanges: Readonly<Record<string, Change>> = {
  'a new route': (each) => (each.paths['/pages'] = { get: { operationId: 'listPages', responses: {} } }),
  'another name of a path parameter': (each) => {
    delete each.paths['/posts/{id}'];
    each.paths['/posts/{post}'] = {
      get: { operationId: 'getPost', ...pathParameter('post', 'integer'), responses: {} },
    };
  },
  'an operation that no longer requires credentials': (each) => setSecurity(each, '/posts', 'post', []),
  'an operation that also accepts requests without credentials': (each) =>
    setSecurity(each, '/posts', 'post', [{ basic: [] }, { oauth: ['write'] }, {}]),
  'a scope that an operation no longer requires': (each) =>
    setSecurity(each, '/posts', 'post', [{ basic: [] }, { oauth: [] }]),
  'other credentials that an operation also accepts': (each) =>
    setSecurity(each, '/posts', 'post', [{ token: [] }, { basic: [] }, { oauth: ['write'] }]),
  'requirements of an operation that repeat those of the document': (each) =>
    setSecurity(each, '/posts', 'get', each.security),
  'a new security scheme': (each) => (each.components.securitySchemes.token = { type: 'http', scheme: 'bearer' }),
  'a new method': (each) => Object.assign(each.paths['/posts'] ?? {}, { delete: { responses: {} } }),
  'a new optional parameter': (each) => get(each).parameters.push({ name: 'tag', in: 'query', schema: {} }),
  'a parameter that becomes optional': (each) => (parameter(each, 'search').required = false),
  'a wider type of a parameter': (each) => (parameter(each, 'search').schema.type = ['string', 'integer']),
  'a new value of an enum in requests': (each) => (parameter(each, 'order').schema.enum = ['asc', 'desc', 'rand']),
  'a higher maximum': (each) => (parameter(each, 'per_page').schema.maximum = 200),
  'a number instead of an integer in requests': (each) => (parameter(each, 'per_page').schema.type = 'number'),
  'a new optional field of a body': (each) => (input(each).properties.slug = { type: 'string' }),
  'a new alternative of a body': (each) =>
    (input(each).properties.date = { anyOf: [{ type: ['string', 'null'] }, { type: 'integer' }] }),
  'a new field of a response': (each) => (post(each).properties.slug = { type: 'string' }),
  'a new value of an enum in responses': (each) =>
    (post(each).properties.status = { type: 'string', enum: ['draft', 'publish', 'future'] }),
  'a field that is never null any more': (each) =>
    (post(each).properties.parent = { $ref: '#/components/schemas/post' }),
  'a new header': (each) => Object.assign(responses(each)['200']?.headers ?? {}, { ETag: {} }),
  'a new error status': (each) => Object.assign(responses(each), { 409: {} }),
  'other descriptions': (each) => {
    get(each).summary = 'All posts';
    post(each).properties.title = { type: 'string', description: 'Its title.' };
  },
};

function compare(change: Change) {
  const changed = document();
  change(changed);
  const [old, current] = [document(), changed].map((each): ComparedDocument => simplifyDocument(each));
  assert.ok(old && current);
  return compareDocuments(old, current);
}

describe('a comparison of OpenAPI documents', () => {
  for (const [name, [change, message]] of Object.entries(breakingChanges))
    it(`reports ${name} as breaking`, () => {
      const breaking = compare(change).filter(({ isBreaking }) => isBreaking);
      assert.match(breaking.map(({ location, message: text }) => `${location}: ${text}`).join('\n'), message);
    });

  for (const [name, change] of Object.entries(compatibleChanges))
    it(`reports ${name} as compatible`, () => {
      assert.deepEqual(
        compare(change).filter(({ isBreaking }) => isBreaking),
        [],
      );
    });

  it('finds no differences between equal documents, whatever the order of their keys', () => {
    assert.deepEqual(
      compare((each) => {
        const { post: creates, ...others } = each.paths['/posts'] ?? {};
        each.paths['/posts'] = { ...(creates && { post: creates }), ...others };
      }),
      [],
    );
  });

  it('reports a difference of a schema once, even if many operations use it', () => {
    assert.equal(compare((each) => delete post(each).properties.status).length, 1);
  });

  it('keeps properties whose names are keywords', () => {
    const simplified = simplifyDocument({
      components: { schemas: { a: { title: 'A', properties: { title: { type: 'string', title: 'T' } } } } },
    });
    assert.deepEqual(simplified.components?.schemas, { a: { properties: { title: { type: 'string' } } } });
  });
});
