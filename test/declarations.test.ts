// Tests that the OpenAPI document, OPTIONS responses and the behavior agree: parameters are the same, every declared limit is
// enforced, and every response has a declared status and body. All routes are tested, so new ones are covered automatically.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import { insertSession } from '../server/access/sessions-store.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import { makeOpenApi, type OpenApi } from '../server/http/open-api/document.ts';
import { unicodePattern } from '../server/http/open-api/schema.ts';
import { queueMail } from '../server/mail/queue.ts';
import { listMails, markDueUnsent } from '../server/mail/store.ts';
import {
  bodySchema,
  invalidValues,
  limitKeywords,
  type Operation,
  operationsOf,
  parametersOf,
  type Schema,
  toCurrentDraft,
  withoutUndeclaredProperties,
} from './declared-operations.ts';
import { type Caller, openTestSite, type TestResponse, type TestSite } from './site.ts';

/** Validators of the string formats that JSON Schema defines. */
const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (value: string) => URL.canParse(value),
  'uri-reference': (value: string) => URL.canParse(value, 'http://site.test/'),
  ip: (value: string) => isIP(value) > 0,
};

const fontCollections = [
  {
    slug: 'shelf',
    name: 'On the shelf',
    font_families: [{ font_family_settings: { name: 'Box', slug: 'box', fontFamily: 'Box' } }],
  },
];

let site: TestSite;
let folder: string;
let document: OpenApi;
let validator: Ajv2020;
/** ID of the global styles record. */
let styles = 0;
/** ID of a post that accepts comments. */
let post = 0;
/** ID of a tag into which others are merged. */
let tag = 0;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-declared-'));
  const files = await openDiskStore(folder);
  const config = { menuLocations: { header: 'Above everything' }, fontCollections };
  site = await openTestSite({
    ...{ files, extensions: ['sbc'], config },
    mail: { server: { host: '127.0.0.1', port: 9, security: 'none' } },
  });
  const { body } = await site.request('administrator', 'GET', '/cms/v2/themes?context=edit');
  styles = Number(/\d+$/.exec(body[0]._links['cms:user-global-styles'][0].href)?.[0]);
  post = (await site.create('/cms/v2/posts', { title: 'Commented', status: 'publish' })).id;
  tag = (await site.create('/cms/v2/tags', { name: 'Others are merged into it' })).id;
  document = JSON.parse(JSON.stringify(await makeOpenApi(site.service.table, 'http://site.test/rest', '1.2.3')));
  // Each named schema is compiled once instead of wherever it is used.
  validator = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, formats });
  validator.addSchema(withoutUndeclaredProperties(document), 'document');
  validator.addSchema(withoutUndeclaredProperties(document, { isComplete: false }), 'narrowed');
});
after(async () => {
  await site.database.close();
  await rm(folder, { recursive: true });
});

let nextNumber = 0;

/** Returns a valid value for a schema whose type, format, `enum` and `minimum` are specific enough. */
function sample(name: string, schema: Schema): unknown {
  nextNumber += 1;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.format === 'email') return `sample${nextNumber}@site.test`;
  switch ([schema.type].flat()[0]) {
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return `sample${name}${nextNumber}`;
  }
}

/** Keys of records that cannot be created, such as abilities, blocks and icons, by the ends of their collection paths. */
const knownKeys: readonly (readonly [ending: string, name: string])[] = [
  ['/block-renderer', 'core/archives'],
  ['/block-types/{namespace}', 'archives'],
  ['/icons/{collection}', 'plus'],
  ['/icon-collections', 'core'],
  // A backup would be created in the background, and there is no folder for it and for uploads.
  ['/backups', '20260102t030405-00000000'],
  ['/backup-uploads', '20260102t030405-00000000'],
  // The jobs are those of a program, which the test does not run.
  ['/jobs', 'none'],
  ['/sidebars', 'none'],
  ['/widgets', 'none'],
  ['/widget-types', 'none'],
  ['/abilities', 'octavo/list-posts'],
  ['/cms-abilities/v1/categories', 'site'],
];

/** Returns the value of a parameter whose schema is not specific enough to generate a valid value; undefined for others. */
function knownValue(name: string, { path }: Operation): unknown {
  nextNumber += 1;
  const fontFamilySettings = {
    name: 'Box',
    fontFamily: 'Box',
    ...(path.includes('{') ? {} : { slug: `box-${nextNumber}` }),
  };
  const fontFaceSettings = { fontFamily: `Box ${nextNumber}`, src: 'http://site.test/box.woff2' };
  return {
    reassign: site.ids.administrator,
    into: tag,
    image_size: 'thumbnail',
    font_family_settings: JSON.stringify(fontFamilySettings),
    font_face_settings: JSON.stringify(fontFaceSettings),
  }[name];
}

/**
 * Returns values for the required parameters of an operation. Entries also get a title, because they must not be empty, and
 * comments a post and content.
 */
const requiredValues = (operation: Operation): Record<string, unknown> => ({
  ...(bodySchema(operation)?.properties.title ? { title: 'A sample' } : {}),
  // A menu item without a type is a custom link, which requires a URL.
  ...(bodySchema(operation)?.properties.xfn ? { url: 'https://example.com/' } : {}),
  ...(bodySchema(operation)?.properties.author_user_agent ? { post, content: `Comment ${nextNumber++}` } : {}),
  ...Object.fromEntries(
    parametersOf(operation)
      .filter((each) => each.required && each.in !== 'path')
      .map(({ name, schema }) => [name, knownValue(name, operation) ?? sample(name, schema)]),
  ),
});

/** Values of path parameters for which no record has to be created. */
const pathValues: Readonly<Record<string, () => string>> = {
  user_id: () => String(site.ids.other),
  entry: () => String(post),
  type: () => 'post',
  status: () => 'publish',
  taxonomy: () => 'category',
  location: () => 'header',
  namespace: () => 'core',
  plugin: () => 'sbc',
  collection: () => 'core',
  slug: () => 'shelf',
  stylesheet: () => 'quarto',
};

/** Creates the records that a path refers to, and returns the path with their keys. */
async function createUrl(path: string): Promise<string> {
  let url = '';
  const segments = path.split('/').slice(1);
  for (const [at, segment] of segments.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const template = `/${segments.slice(0, at).join('/')}`;
    const known = knownKeys.find(([ending]) => template.endsWith(ending))?.[1];
    const value = name === undefined ? segment : (known ?? pathValues[name]?.() ?? (await createRecord(url, template)));
    url += `/${value}`;
  }
  return url;
}

/** Creates a record in a collection and returns its ID. To create a revision, it updates the parent record. */
async function createRecord(collection: string, template: string): Promise<string> {
  const parentPath = collection.replace(/\/\w+$/, '');
  if (template.endsWith('/revisions')) {
    const field = template.includes('global-styles')
      ? { styles: { n: nextNumber++ } }
      : { content: `Changed ${nextNumber++}` };
    assert.equal((await site.request('administrator', 'POST', parentPath, field)).status, 200, parentPath);
    return (await site.request('administrator', 'GET', `${collection}?per_page=1`)).body[0].id;
  }
  if (template.endsWith('/autosaves')) {
    const saved = { title: `Saved ${nextNumber++}` };
    const { body } = await site.request('administrator', 'POST', collection, saved);
    return body.parent === 0 ? '1' : body.id;
  }
  // Terms of any taxonomy are created at the routes of their taxonomies.
  if (template.endsWith('/octavo/v1/terms'))
    return (await site.create('/cms/v2/tags', { name: `Tag ${nextNumber++}` })).id;
  // Editors are opened for entries.
  if (template.endsWith('/editors')) return String(post);
  // A site has only one record of global styles, which cannot be created.
  if (template.endsWith('/global-styles')) return String(styles);
  // Sessions are opened by signing in.
  if (template.endsWith('/sessions')) return openSession();
  if (template.endsWith('/emails')) return insertUnsentMail();
  if (template === '/octavo/v1/users') return createRecord('/cms/v2/users', '/cms/v2/users');
  if (template.endsWith('/media')) {
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    const names = { 'content-type': 'image/png', 'content-disposition': `attachment; filename=${nextNumber++}.png` };
    const { status, body } = await site.sendBody('administrator', 'POST', '/cms/v2/media', image, names);
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }
  // A few unfinished uploads are allowed at a time.
  if (template.endsWith('/imports'))
    for (const { id } of (await site.request('administrator', 'GET', collection)).body)
      await site.request('administrator', 'DELETE', `${collection}/${id}`);
  const create = operationsOf(document).find((each) => each.method === 'POST' && each.path === template);
  assert.ok(create, `${template} supports POST`);
  const status = create.path.endsWith('users') || bodySchema(create)?.properties.status === undefined;
  const record = await site.create(collection, { ...requiredValues(create), ...(status ? {} : { status: 'publish' }) });
  return record.uuid ?? record.id;
}

/** Opens a session of the user in paths, and returns its ID. */
async function openSession(): Promise<string> {
  const id = randomUUID();
  const timestamps = {
    created: '2026-01-02T03:04:05',
    last_seen: '2026-01-02T03:04:05',
    expires: '2999-01-01T00:00:00',
  };
  const device = { address: '192.0.2.7', agent: 'Firefox/140.0' };
  const row = { id, user_id: site.ids.other, token_hash: id, ...timestamps, ...device };
  await site.database.transaction((tx) => insertSession(tx, row));
  return id;
}

/** Inserts an email that was not sent, and returns its ID. */
async function insertUnsentMail(): Promise<string> {
  const mail = { kind: 'notice', to: 'ann@site.test', subject: `Notice ${nextNumber++}`, text: 'A text.' };
  const queued = '2026-01-02T03:04:05';
  await site.database.transaction(async (tx) => {
    await queueMail(tx, mail, queued);
    await markDueUnsent(tx, queued, 'No mail server is configured.');
  });
  const [latest] = await listMails(site.database.read, 1);
  return String(latest?.id);
}

const asQuery = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

async function send(operation: Operation, values: Readonly<Record<string, unknown>>, caller: Caller = 'administrator') {
  const url = await createUrl(operation.path);
  const response = operation.declared.requestBody
    ? await site.request(caller, operation.method, url, values)
    : await site.request(caller, operation.method, `${url}?${asQuery(values)}`);
  assertDeclared(operation, response, values);
  return response;
}

const validators = new Map<string, ValidateFunction>();

/** Asserts that the document declares the status, content type and headers of a response, and that JSON matches the schema. */
function assertDeclared(
  { path, method, declared }: Operation,
  { status, body, headers }: TestResponse,
  submitted: object,
): void {
  const context = `${method} ${path} ${JSON.stringify(submitted).slice(0, 200)}: ${status}`;
  assert.ok(declared.responses[status], `${context} ${JSON.stringify(body)}`);
  const { 'Content-Type': type = 'application/json' } = headers;
  const response = declared.responses[status] as { content?: object; headers?: object };
  const content = response.content ?? { 'application/json': {} };
  assert.ok(String(type.split(';', 1)[0]) in content, context);
  if (status < 400) assertHeaders(headers, Object.keys(response.headers ?? {}), context);
  if (type !== 'application/json') return;
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const schemas = 'context' in submitted && submitted.context === 'embed' ? 'narrowed' : 'document';
  const success = `${schemas}#/paths/${escaped}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
  const location = status < 400 ? success : 'document#/components/schemas/error';
  const validate = validators.get(location) ?? validator.compile({ $ref: location });
  validators.set(location, validate);
  assert.ok(validate(body), `${context} ${JSON.stringify(validate.errors)} ${JSON.stringify(body).slice(0, 2000)}`);
}

/** Asserts that a successful response has no undeclared headers, and that it has the totals of a list if they are declared. */
function assertHeaders(headers: TestResponse['headers'], declared: readonly string[], context: string): void {
  const general = ['Content-Type', 'X-Content-Type-Options', 'X-Robots-Tag', 'Cache-Control', 'Expires'];
  const additionalHeaders = ['Content-Disposition', 'X-Accel-Buffering'];
  const unknown = Object.keys(headers).filter(
    (name) => ![...general, ...additionalHeaders, ...declared].includes(name),
  );
  assert.deepEqual(unknown, [], context);
  for (const name of ['X-CMS-Total', 'X-CMS-TotalPages'])
    assert.equal(name in headers, declared.includes(name), `${context} ${name}`);
}

describe('the declaration of an operation', () => {
  it('is the same in the document and in OPTIONS', async () => {
    for (const operation of operationsOf(document)) {
      const { path, method } = operation;
      const { endpoints } = (await site.request('administrator', 'OPTIONS', await createUrl(path))).body;
      const endpoint = endpoints.find(({ methods }: { methods: string[] }) => methods.includes(method));
      assert.ok(endpoint, `${method} ${path}`);
      const inDocument = parametersOf(operation).filter((each) => each.in !== 'path' || each.name in endpoint.args);
      assert.deepEqual(
        inDocument.map(({ name }) => name).sort(),
        Object.keys(endpoint.args).sort(),
        `${method} ${path}`,
      );
      for (const { name, required, schema, in: location } of inDocument) {
        const declared = endpoint.args[name];
        // The document declares a parameter as required if its default is not in its enum.
        const { enum: values, default: fallback } = declared;
        const isUseless = values && typeof fallback === 'string' && !values.includes(fallback);
        assert.equal(
          required,
          location === 'path' || declared.required || isUseless === true,
          `${method} ${path} ${name}`,
        );
        const bounds = toCurrentDraft(declared);
        assert.deepEqual(
          schema.pattern,
          declared.pattern && unicodePattern(declared.pattern),
          `${path} ${name}.pattern`,
        );
        // In the document, a default is normalized, and omitted if it stands for no value.
        if ('default' in schema)
          assert.deepEqual([schema.default].flat(), [declared.default].flat(), `${path} ${name}.default`);
        for (const keyword of ['enum', ...limitKeywords, 'minLength', 'maxLength'])
          assert.deepEqual(schema[keyword], bounds[keyword], `${method} ${path} ${name}.${keyword}`);
      }
    }
  });

  it('is enforced: an invalid value is rejected with the name of the parameter', async () => {
    let tried = 0;
    for (const operation of operationsOf(document)) {
      for (const { name, schema, in: location } of parametersOf(operation)) {
        if (location === 'path') continue;
        for (const [keyword, value] of invalidValues(schema)) {
          const { status, body } = await send(operation, { ...requiredValues(operation), [name]: value });
          const context = `${operation.method} ${operation.path} ${name} ${keyword}`;
          assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], context);
          assert.ok(name in body.data.params, context);
          tried += 1;
        }
      }
    }
    assert.ok(tried > 150, `${tried} limits were tested`);
  });

  it('matches responses to reads, in every context and for every caller', async () => {
    for (const operation of operationsOf(document).filter(({ method }) => method === 'GET')) {
      const contexts = parametersOf(operation).find(({ name }) => name === 'context')?.schema.enum ?? [undefined];
      for (const context of contexts as (string | undefined)[])
        for (const caller of ['anonymous', 'subscriber', 'editor', 'administrator'] as const)
          await send(
            operation,
            { ...requiredValues(operation), ...(context === undefined ? {} : { context }) },
            caller,
          );
    }
  });

  it('matches responses to successful and to forbidden writes', async () => {
    for (const operation of operationsOf(document).filter(({ method }) => method !== 'GET')) {
      const parameterSets = operation.method === 'DELETE' ? [{}, { force: true }] : [{}];
      for (const caller of ['anonymous', 'subscriber', 'administrator'] as const)
        for (const parameters of parameterSets)
          await send(operation, { ...requiredValues(operation), ...parameters }, caller);
    }
    assert.deepEqual(site.errors, []);
  });
});
