// The OpenAPI document, OPTIONS and what is done are one: the same parameters everywhere, every bound that is told is kept,
// every answer has a status and a body that the document tells. All routes are walked, so a new one is tried as well.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import { openDiskStore } from '../server/files/disk-store.ts';
import { makeOpenApi, type OpenApi, type OpenApiOperation } from '../server/http/open-api/document.ts';
import { unicodePattern } from '../server/http/open-api/schema.ts';
import { type Answered, openTestSite, type Person, type TestSite } from './site.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Formats as JSON schema defines them. */
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
let judge: Ajv2020;
/** The number of the record of styles. */
let styles = 0;
/** The number of a post that takes comments. */
let post = 0;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-declared-'));
  const files = await openDiskStore(folder);
  const config = { menuLocations: { header: 'Above everything' }, fontCollections };
  site = await openTestSite({ files, extensions: ['sbc'], config });
  const { body } = await site.ask('administrator', 'GET', '/cms/v2/themes?context=edit');
  styles = Number(/\d+$/.exec(body[0]._links['cms:user-global-styles'][0].href)?.[0]);
  post = (await site.make('/cms/v2/posts', { title: 'Commented', status: 'publish' })).id;
  document = JSON.parse(JSON.stringify(await makeOpenApi(site.service.table, 'http://site.test/rest', '1.2.3')));
  judge = new Ajv2020({ strict: false, allErrors: true, formats });
  judge.addSchema(closed(document), 'document');
  judge.addSchema(closed(document, { isComplete: false }), 'narrowed');
});
after(async () => {
  await site.database.close();
  await rm(folder, { recursive: true });
});

/** The document with no member in a record but those it tells; without their being required, as in the embed context. */
function closed(whole: OpenApi, { isComplete = true } = {}): object {
  const schemas = Object.entries(whole.components.schemas);
  const records = schemas.map(([name, schema]) => {
    if (name === 'error' || name === 'link') return [name, schema];
    return [name, { ...(isComplete ? schema : incomplete(schema)), additionalProperties: false }];
  });
  return { ...whole, components: { ...whole.components, schemas: Object.fromEntries(records) } };
}

/** A schema of objects without the names of what they must have, at every depth. */
const incomplete = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema, (name, value) => (name === 'required' && Array.isArray(value) ? undefined : value)),
  );

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly told: OpenApiOperation;
}

const operations = (): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({ path, method: method.toUpperCase(), told })),
  );

interface BodySchema {
  readonly properties: Record<string, Schema>;
  readonly required?: string[];
}

/** What may be in a body beside a file. */
function bodySchema({ told }: Operation): BodySchema | undefined {
  // biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
  const content = (told.requestBody as any)?.content;
  if (!content) return undefined;
  if ('application/json' in content) return content['application/json'].schema;
  const { schema } = content['multipart/form-data'];
  const { file: _file, ...properties } = schema.properties;
  return { ...schema, properties };
}

/** The parameters in the path and the query that an operation does not share with others. */
const ownParameters = ({ parameters }: OpenApiOperation): Parameter[] =>
  (parameters as (Parameter | { $ref: string })[]).flatMap((each) => ('$ref' in each ? [] : [each]));

/** All parameters of an operation, however they are sent. */
function parametersOf(operation: Operation): Parameter[] {
  const body = bodySchema(operation);
  const inBody = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    ...{ name, in: 'body', required: body?.required?.includes(name) ?? false },
    schema,
  }));
  return [...ownParameters(operation.told), ...inBody];
}

let made = 0;

/** A value that fits a schema. */
function sample(name: string, schema: Schema): unknown {
  made += 1;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.format === 'email') return `sample${made}@site.test`;
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
      return `sample${name}${made}`;
  }
}

/** Abilities, blocks, pictures and what a theme made of blocks has none of, by what their collections end with. */
const named: readonly (readonly [ending: string, name: string])[] = [
  ['/block-renderer', 'core/archives'],
  ['/block-types/{namespace}', 'archives'],
  ['/icons/{collection}', 'plus'],
  ['/icon-collections', 'core'],
  ['/sidebars', 'none'],
  ['/widgets', 'none'],
  ['/widget-types', 'none'],
  ['/abilities', 'octavo/list-posts'],
  ['/cms-abilities/v1/categories', 'site'],
];

/** Values that only the service knows to be right. */
function standingFor(name: string, { path }: Operation): unknown {
  made += 1;
  const ofFamily = { name: 'Box', fontFamily: 'Box', ...(path.includes('{') ? {} : { slug: `box-${made}` }) };
  const ofFace = { fontFamily: `Box ${made}`, src: 'http://site.test/box.woff2' };
  return {
    reassign: site.ids.administrator,
    image_size: 'thumbnail',
    font_family_settings: JSON.stringify(ofFamily),
    font_face_settings: JSON.stringify(ofFace),
  }[name];
}

/** What an operation cannot do without, a title, since an entry must not be empty, and what comments say of what. */
const needed = (operation: Operation): Record<string, unknown> => ({
  ...(bodySchema(operation)?.properties.title ? { title: 'A sample' } : {}),
  // A menu item that is nothing else is a link.
  ...(bodySchema(operation)?.properties.xfn ? { url: 'https://example.com/' } : {}),
  ...(bodySchema(operation)?.properties.author_user_agent ? { post, content: `Comment ${made++}` } : {}),
  ...Object.fromEntries(
    parametersOf(operation)
      .filter((each) => each.required && each.in !== 'path')
      .map(({ name, schema }) => [name, standingFor(name, operation) ?? sample(name, schema)]),
  ),
});

/** What stands for names in addresses that nothing has to be made for. */
const standing: Readonly<Record<string, () => string>> = {
  user_id: () => String(site.ids.other),
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

/** An address of the path with a thing of its own there, made for it. */
async function addressOf(path: string): Promise<string> {
  let address = '';
  const pieces = path.split('/').slice(1);
  for (const [at, piece] of pieces.entries()) {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    const template = `/${pieces.slice(0, at).join('/')}`;
    const known = named.find(([ending]) => template.endsWith(ending))?.[1];
    const value = name === undefined ? piece : (known ?? standing[name]?.() ?? (await makeBelow(address, template)));
    address += `/${value}`;
  }
  return address;
}

/** Makes something in a collection, or changes what a history is of; gives its number. */
async function makeBelow(collection: string, template: string): Promise<string> {
  const above = collection.replace(/\/\w+$/, '');
  if (template.endsWith('/revisions')) {
    const field = template.includes('global-styles') ? { styles: { n: made++ } } : { content: `Changed ${made++}` };
    assert.equal((await site.ask('administrator', 'POST', above, field)).status, 200, above);
    return (await site.ask('administrator', 'GET', `${collection}?per_page=1`)).body[0].id;
  }
  if (template.endsWith('/autosaves')) {
    const saved = { title: `Saved ${made++}` };
    const { body } = await site.ask('administrator', 'POST', collection, saved);
    return body.parent === 0 ? '1' : body.id;
  }
  // A site has one record of styles, and nobody makes another.
  if (template.endsWith('/global-styles')) return String(styles);
  if (template.endsWith('/media')) {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    const names = { 'content-type': 'image/png', 'content-disposition': `attachment; filename=${made++}.png` };
    const { status, body } = await site.send('administrator', 'POST', collection, picture, names);
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }
  const create = operations().find((each) => each.method === 'POST' && each.path === template);
  assert.ok(create, `something can be made for ${template}`);
  const status = create.path.endsWith('users') || bodySchema(create)?.properties.status === undefined;
  const record = await site.make(collection, { ...needed(create), ...(status ? {} : { status: 'publish' }) });
  return record.uuid ?? record.id;
}

const asQuery = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

async function send(operation: Operation, values: Readonly<Record<string, unknown>>, person: Person = 'administrator') {
  const address = await addressOf(operation.path);
  const answer = operation.told.requestBody
    ? await site.ask(person, operation.method, address, values)
    : await site.ask(person, operation.method, `${address}?${asQuery(values)}`);
  assertTold(operation, answer, values);
  return answer;
}

const judges = new Map<string, ValidateFunction>();

/** Fails unless the document tells of an answer: its status, and the shape of its body. */
function assertTold({ path, method, told }: Operation, { status, body, headers }: Answered, sent: object): void {
  const where = `${method} ${path} ${JSON.stringify(sent).slice(0, 200)}: ${status}`;
  assert.ok(told.responses[status], `${where} ${JSON.stringify(body)}`);
  const { 'Content-Type': type = 'application/json' } = headers;
  const response = told.responses[status] as { content?: object; headers?: object };
  const content = response.content ?? { 'application/json': {} };
  assert.ok(String(type.split(';', 1)[0]) in content, where);
  if (status < 400) assertHeaders(headers, Object.keys(response.headers ?? {}), where);
  if (type !== 'application/json') return;
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const whole = 'context' in sent && sent.context === 'embed' ? 'narrowed' : 'document';
  const success = `${whole}#/paths/${escaped}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
  const place = status < 400 ? success : 'document#/components/schemas/error';
  const validate = judges.get(place) ?? judge.compile({ $ref: place });
  judges.set(place, validate);
  assert.ok(validate(body), `${where} ${JSON.stringify(validate.errors)} ${JSON.stringify(body).slice(0, 2000)}`);
}

/** Fails unless the totals that lists have, and what success tells in headers, are those that the document tells. */
function assertHeaders(headers: Answered['headers'], told: readonly string[], where: string): void {
  const general = ['Content-Type', 'X-Content-Type-Options', 'X-Robots-Tag', 'Cache-Control', 'Expires'];
  const own = ['Content-Disposition', 'X-Accel-Buffering'];
  const unknown = Object.keys(headers).filter((name) => ![...general, ...own, ...told].includes(name));
  assert.deepEqual(unknown, [], where);
  for (const name of ['X-CMS-Total', 'X-CMS-TotalPages'])
    assert.equal(name in headers, told.includes(name), `${where} ${name}`);
}

/** Words of a schema that bound what may be sent, each with a value outside. */
function outside(schema: Schema): [word: string, value: unknown][] {
  const {
    enum: values,
    minimum,
    maximum,
    minLength,
    maxLength,
    items,
    type,
  } = schema as {
    readonly [word: string]: number | undefined;
  } & { readonly enum?: unknown[]; readonly items?: Schema; readonly type?: string | string[] };
  const wrong: [string, unknown][] = [];
  if (values) wrong.push(['enum', 'never-a-word-of-ours']);
  if (minimum !== undefined) wrong.push(['minimum', minimum - 1]);
  if (maximum !== undefined) wrong.push(['maximum', maximum + 1]);
  if (minLength !== undefined && minLength > 0) wrong.push(['minLength', '']);
  if (maxLength !== undefined) wrong.push(['maxLength', 'x'.repeat(maxLength + 1)]);
  if (type === 'integer' || type === 'number' || type === 'boolean') wrong.push(['type', 'neither']);
  if (items) wrong.push(...outside(items).map(([word, value]): [string, unknown] => [`items.${word}`, [value]]));
  return wrong;
}

const boundWords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/** OPTIONS speaks draft 4, where a bound that is not reached itself has a mark beside it. */
function inSchemaOfToday(told: Schema): Schema {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...others } = told;
  return {
    ...others,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum }),
  };
}

describe('what is declared', () => {
  it('is the same in the document and in OPTIONS', async () => {
    for (const operation of operations()) {
      const { path, method } = operation;
      const { endpoints } = (await site.ask('administrator', 'OPTIONS', await addressOf(path))).body;
      const endpoint = endpoints.find(({ methods }: { methods: string[] }) => methods.includes(method));
      assert.ok(endpoint, `${method} ${path}`);
      const inDocument = parametersOf(operation).filter((each) => each.in !== 'path' || each.name in endpoint.args);
      assert.deepEqual(
        inDocument.map(({ name }) => name).sort(),
        Object.keys(endpoint.args).sort(),
        `${method} ${path}`,
      );
      for (const { name, required, schema, in: place } of inDocument) {
        const told = endpoint.args[name];
        // A default that is none of the words must be replaced by one.
        const { enum: values, default: fallback } = told;
        const isUseless = values && typeof fallback === 'string' && !values.includes(fallback);
        assert.equal(required, place === 'path' || told.required || isUseless === true, `${method} ${path} ${name}`);
        const bounds = inSchemaOfToday(told);
        assert.deepEqual(schema.pattern, told.pattern && unicodePattern(told.pattern), `${path} ${name}.pattern`);
        // A default is told as the value that it stands for, and not where it stands for none.
        if ('default' in schema)
          assert.deepEqual([schema.default].flat(), [told.default].flat(), `${path} ${name}.default`);
        for (const word of ['enum', ...boundWords, 'minLength', 'maxLength'])
          assert.deepEqual(schema[word], bounds[word], `${method} ${path} ${name}.${word}`);
      }
    }
  });

  it('is kept: a value outside is refused, and named', async () => {
    let tried = 0;
    for (const operation of operations()) {
      for (const { name, schema, in: place } of parametersOf(operation)) {
        if (place === 'path') continue;
        for (const [word, value] of outside(schema)) {
          const { status, body } = await send(operation, { ...needed(operation), [name]: value });
          const where = `${operation.method} ${operation.path} ${name} ${word}`;
          assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], where);
          assert.ok(name in body.data.params, where);
          tried += 1;
        }
      }
    }
    assert.ok(tried > 150, `${tried} bounds were tried`);
  });

  it('tells the answers to reading, in every context and for everybody', async () => {
    for (const operation of operations().filter(({ method }) => method === 'GET')) {
      const contexts = parametersOf(operation).find(({ name }) => name === 'context')?.schema.enum ?? [undefined];
      for (const context of contexts as (string | undefined)[])
        for (const person of ['anonymous', 'subscriber', 'editor', 'administrator'] as const)
          await send(operation, { ...needed(operation), ...(context === undefined ? {} : { context }) }, person);
    }
  });

  it('tells the answers to writing, done and refused', async () => {
    for (const operation of operations().filter(({ method }) => method !== 'GET')) {
      const ways = operation.method === 'DELETE' ? [{}, { force: true }] : [{}];
      for (const person of ['anonymous', 'subscriber', 'administrator'] as const)
        for (const way of ways) await send(operation, { ...needed(operation), ...way }, person);
    }
    assert.deepEqual(site.faults, []);
  });
});
