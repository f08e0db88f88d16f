// Writes: every endpoint that changes something, and texts for the parameters that take one.
import { isRequired } from '../../contract/grammar/parameter.ts';
import type { RouteTable } from '../../server/http/routes.ts';
import { type Shape, slowTexts } from '../../server/rendering/slow-texts-for-tests.ts';

/** An endpoint that changes something, with one of its methods. */
export interface PlannedWrite {
  readonly method: string;
  /** Below the REST root. */
  readonly path: string;
  /** What a request needs in order to be accepted. */
  readonly needed: Readonly<Record<string, unknown>>;
  /** The parameters that take a text. */
  readonly texts: readonly string[];
}

/** What is read of a JSON schema. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly format?: string;
}

const typeOf = ({ type }: Schema): string => (typeof type === 'string' ? type : type?.[0]) ?? '';

const takesText = (schema: Schema): boolean =>
  schema.enum === undefined && (typeOf(schema) === 'string' || 'raw' in (schema.properties ?? {}));

const values: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, array: [], object: {} };
const formats: Readonly<Record<string, string>> = { email: 'writer@site.test', uri: 'http://site.test/' };

const valueFor = (schema: Schema): unknown =>
  schema.enum?.[0] ?? values[typeOf(schema)] ?? formats[schema.format ?? ''] ?? 'Text';

/** What some endpoints need beside the parameters that they declare as required. */
const alsoNeeded: Readonly<Record<string, object>> = {
  '/cms/v2/comments': { post: 1, author_name: 'Reader', author_email: 'reader@site.test', content: 'Text' },
  '/batch/v1': { requests: [{ path: '/cms/v2/posts', body: { title: 'Text' } }] },
};

/** All writes of a table; `addresses` has the path of each pattern. */
export const plannedWrites = (table: RouteTable, addresses: ReadonlyMap<string, string>): PlannedWrite[] =>
  table.routes.flatMap(({ declared, endpoints }) =>
    endpoints.flatMap(({ declared: { methods }, parameters }) => {
      const path = addresses.get(declared.path) ?? declared.path;
      const own = Object.entries(parameters).filter(([name]) => !declared.path.includes(`<${name}>`));
      const required = own.filter(([name, schema]) => isRequired(schema) || name === 'title');
      const needed = Object.fromEntries(required.map(([name, schema]) => [name, valueFor(schema)]));
      const texts = own.filter(([, schema]) => takesText(schema)).map(([name]) => name);
      const changing = methods.filter((method) => method !== 'GET');
      return changing.map((method) => ({ method, path, needed: { ...needed, ...alsoNeeded[path] }, texts }));
    }),
  );

const repeated =
  (unit: string): Shape =>
  (length) =>
    unit.repeat(Math.ceil(length / unit.length));

const numbered =
  (write: (n: number) => string): Shape =>
  (length) => {
    const parts: string[] = [];
    for (let n = 0, size = 0; size < length; n += 1) size += parts[parts.push(write(n)) - 1]?.length ?? 0;
    return parts.join('');
  };

/** Texts that are slow to store, to search, or to show beside what the site has. */
const furtherShapes: Readonly<Record<string, Shape>> = {
  letters: repeated('a'),
  'different words': numbered((n) => `w${n.toString(36)} `),
  '<a><p>': repeated('<a><p>'),
  'formatting elements never closed': numbered((n) => `<b id=${n}>`),
  'formatting elements never closed, and paragraphs': numbered((n) => `<i class=a${n}><p>`),
  'blocks of latest posts': repeated('<!-- wp:latest-posts /-->'),
  'blocks of latest comments': repeated('<!-- wp:latest-comments /-->'),
  'blocks of archives': repeated('<!-- wp:archives /-->'),
  'blocks of categories': repeated('<!-- wp:categories /-->'),
  'blocks of queries': repeated(
    '<!-- wp:query {"query":{"perPage":100,"search":"e"}} --><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->',
  ),
  'reusable blocks': numbered((n) => `<!-- wp:block {"ref":${n + 1}} /-->`),
  'galleries of images': repeated('[gallery ids="1,2,3"]'),
  playlists: repeated('[playlist]'),
  'addresses of the site': repeated('\nhttp://127.0.0.1/?p=1\n'),
};

/** All slowTexts of texts. */
export const textShapes: ReadonlyMap<string, Shape> = new Map(Object.entries({ ...furtherShapes, ...slowTexts }));

/** The slowTexts that were found to cost most, in reading, filtering, storing, searching and showing. */
export const dearShapes: readonly string[] = [
  ...Object.keys(furtherShapes),
  ...[
    '<',
    '"',
    "'",
    '&',
    '&#',
    '[',
    '[gallery',
    '<p>',
    '<b>',
    '<ul><li>',
    '<table><tr><td>',
    '<!-- wp:paragraph --><p>',
  ],
  ...['marks in no order', 'line ends', 'nested lists', 'nested groups', 'attributes of many names', 'emoji'],
];

/** The slowTexts for parameters that take a text, but not the content of an entry. */
export const fewShapes: readonly string[] = ['letters', 'different words', '<a><p>', '<', '"', 'marks in no order'];
