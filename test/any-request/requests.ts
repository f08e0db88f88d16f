// Generates random requests from the contract, with valid values, values of wrong types, and invalid bodies.
import fc, { type Arbitrary } from 'fast-check';
import { isRequired } from '../../contract/grammar/parameter.ts';
import type { TSchema } from '../../contract/grammar/schema.ts';
import type { RouteTable } from '../../server/http/routes.ts';
import type { Caller } from '../site.ts';
import { type Batch, batches } from './batches.ts';
import { hostileValue, validValue } from './values.ts';

/** A request as it is sent. Its path includes the query and is relative to a REST root. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly caller: Caller;
}

type Pairs = readonly (readonly [name: string, value: unknown])[];

/** The format of the parameters, or an invalid body. */
export type Content =
  | { readonly kind: 'query' | 'json' | 'form' }
  | { readonly kind: 'broken'; readonly text: Buffer; readonly type: string | undefined }
  | { readonly kind: 'batch'; readonly batch: Batch };

/** A request with native names. `encodeRequest` encodes it in a spelling. */
export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly values: Pairs;
  readonly content: Content;
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

export const callers: readonly Caller[] = ['anonymous', 'subscriber', 'author', 'editor', 'administrator'];

const common: Readonly<Record<string, Arbitrary<unknown>>> = {
  _fields: fc.constantFrom('id', 'id,_links', 'title.rendered', '_links.cms:term', ',', 'nothing', '__proto__'),
  _embed: fc.constantFrom('', '1', '0', 'cms:term,author', 'false'),
  _envelope: fc.constantFrom('', '1'),
  _method: fc.constantFrom('GET', 'put', 'DELETE', 'OPTIONS', 'HEAD', 'nonsense', ''),
  _jsonp: fc.constantFrom('show', 'my.show', '', 'alert(1)', 'a b'),
  _pretty: fc.constantFrom('', '1'),
  id: hostileValue,
  unknown: hostileValue,
  ['__proto__']: hostileValue,
};

/** Generates requests to all routes of a route table. */
export function anyRequest(table: RouteTable): Arbitrary<GeneratedRequest> {
  const endpoints = table.routes.flatMap((route) =>
    route.endpoints.flatMap((endpoint) => endpoint.declared.methods.map((method) => ({ route, endpoint, method }))),
  );
  const paths = table.routes.map(({ declared }) => declared.path);
  const batch = endpoints.filter(({ route }) => route.declared.path === '/batch/v1');
  return mostly(fc.constantFrom(...endpoints), fc.constantFrom(...batch)).chain(({ route, endpoint, method }) =>
    fc.record({
      method: mostly(fc.constant(method), fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND')),
      path: pathOf(route.declared.path),
      values: fc
        .tuple(
          mostly(requiredParameters(endpoint.parameters), fc.constant([])),
          fc.array(pair(endpoint.parameters), { maxLength: 4 }),
        )
        .map((both) => both.flat()),
      content: route.declared.path === '/batch/v1' ? mostly(batches(paths), contents) : contents,
      headers: mostly(fc.constant({}), oddHeaders),
      caller: fc.constantFrom(...callers),
    }),
  );
}

const mostly = <A, B>(usual: Arbitrary<A>, rare: Arbitrary<B>): Arbitrary<A | B> =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** Generates paths that match a pattern, with keys of records that may exist. */
const pathOf = (pattern: string): Arbitrary<string> =>
  mostly(
    fc
      .integer({ min: 1, max: 30 })
      .map((id) => (pattern.includes('<user_id>') ? ['me', '1', '2'][id % 3] : `${id}`) ?? ''),
    fc.constantFrom('me', '999', '0', '007', '18446744073709551616', 'a%20b', '%00', '%ff', '..'),
  ).map((id) => pattern.replace(/<\w+>/g, id));

/** Generates a parameter and its value. Usually the endpoint declares the parameter, and the value is valid. */
const pair = (parameters: Readonly<Record<string, TSchema>>): Arbitrary<readonly [string, unknown]> => {
  const declared = Object.entries(parameters).map(([name, schema]) =>
    named(name, mostly(validValue(schema), hostileValue)),
  );
  const others = Object.entries(common).map(([name, values]) => named(name, mostly(values, hostileValue)));
  return declared.length > 0 ? mostly(fc.oneof(...declared), fc.oneof(...others)) : fc.oneof(...others);
};

/** Generates the required parameters of an endpoint and, because an entry must not be empty, its `title` if it has one. */
const requiredParameters = (parameters: Readonly<Record<string, TSchema>>): Arbitrary<Pairs> =>
  fc.tuple(
    ...Object.entries(parameters)
      .filter(([name, schema]) => isRequired(schema) || name === 'title')
      .map(([name, schema]) => named(name, validValue(schema))),
  );

const named = (name: string, values: Arbitrary<unknown>): Arbitrary<readonly [string, unknown]> =>
  values.map((value) => [name, value]);

const oddHeaders = fc.constantFrom<Record<string, string>>(
  { host: 'evil.test' },
  { host: 'evil.test:99999' },
  { host: '' },
  { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method-override': 'nonsense' },
  { 'x-cms-nonce': 'x' },
  { 'if-match': '"x"' },
  { 'if-none-match': '*' },
  { origin: 'https://evil.test' },
  { accept: 'text/html' },
  { 'x-cms-timing': '1' },
  { range: 'bytes=0-1' },
);

const megabytes = 4 * 1024 * 1024;
const deep = 100_000;

const brokenTexts: readonly (string | Buffer)[] = [
  '',
  '{',
  '"text"',
  '5',
  'true',
  'null',
  '[]',
  '\ufeff{}',
  '{"a":1,}',
  "{'a':1}",
  '{"title":"a","title":"b","id":1,"id":2}',
  '{"__proto__":{"title":"x"},"constructor":{"prototype":{"a":1}}}',
  '['.repeat(deep),
  '{"a":'.repeat(deep),
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `{"meta":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`,
  `{"title":${'['.repeat(500)}${']'.repeat(500)}}`,
  Buffer.from('{"title":"\u00ff"}', 'latin1'),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0x00, 0x01, 0x02]),
  'title=a&title=b&title[]=c&meta[a][b][c]=1&=x&&&a[[b]=1',
  '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--x--\r\n',
  `a${'[b]'.repeat(1000)}=1`,
  'a[]=1&'.repeat(3000),
];

const hugeTexts: readonly (() => string)[] = [
  () => `{"include":[${'1,'.repeat(megabytes / 2 - 20)}1]}`,
  () => `{"slug":"${'a,'.repeat(megabytes / 2 - 20)}"}`,
  () => `{"search":"${'ab '.repeat(3_400_000)}"}`,
  () => `{"title":"${'x'.repeat(megabytes - 20)}"}`,
  () => `{"exclude":"${'1 '.repeat(megabytes / 2 - 20)}"}`,
  () => `{"categories":{"terms":[${'1,'.repeat(megabytes / 2 - 40)}1]}}`,
  () => `{"requests":[${'{"path":"/cms/v2/posts"},'.repeat(400_000)}{}]}`,
  () => ' '.repeat(megabytes),
  () => 'x'.repeat(megabytes + 1),
];

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
];

const brokenBody = (text: Arbitrary<Buffer>): Arbitrary<Content> =>
  fc.record({
    kind: fc.constant('broken' as const),
    text,
    type: fc.constantFrom(types[0], types[0], types[0], ...types, 'application/json; charset=latin1', '/', undefined),
  });

const contents: Arbitrary<Content> = fc.oneof(
  { weight: 120, arbitrary: fc.constantFrom<Content>({ kind: 'query' }, { kind: 'json' }, { kind: 'form' }) },
  { weight: 20, arbitrary: brokenBody(fc.constantFrom(...brokenTexts.map((text) => Buffer.from(text)))) },
  { weight: 1, arbitrary: brokenBody(fc.constantFrom(...hugeTexts).map((make) => Buffer.from(make()))) },
);
