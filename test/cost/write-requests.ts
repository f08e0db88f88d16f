// Generates a write for every endpoint that changes data, and texts for its text parameters.
import { isRequired } from '../../contract/grammar/parameter.ts';
import type { RouteTable } from '../../server/http/routes.ts';
import { slowTexts, type TextGenerator } from '../rendering/slow-texts.ts';

/** A write endpoint with one of its methods. */
export interface PlannedWrite {
  readonly method: string;
  /** Path below the REST root. */
  readonly path: string;
  /** Values of the parameters without which the request is rejected. */
  readonly required: Readonly<Record<string, unknown>>;
  /** Names of the parameters that accept text. */
  readonly textParameters: readonly string[];
}

/** Keywords of a JSON schema that determine whether a parameter accepts text. */
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

/** Parameters that some endpoints need in addition to those declared as required. */
const additionalParameters: Readonly<Record<string, object>> = {
  '/cms/v2/comments': { post: 1, author_name: 'Reader', author_email: 'reader@site.test', content: 'Text' },
  '/batch/v1': { requests: [{ path: '/cms/v2/posts', body: { title: 'Text' } }] },
};

/** Returns a write for each endpoint and method that changes data. `paths` maps route patterns to paths of existing records. */
export const plannedWrites = (table: RouteTable, paths: ReadonlyMap<string, string>): PlannedWrite[] =>
  table.routes.flatMap(({ declared, endpoints }) =>
    endpoints.flatMap(({ declared: { methods }, parameters }) => {
      const path = paths.get(declared.path) ?? declared.path;
      const bodyParameters = Object.entries(parameters).filter(([name]) => !declared.path.includes(`<${name}>`));
      const requiredParameters = bodyParameters.filter(([name, schema]) => isRequired(schema) || name === 'title');
      const required = Object.fromEntries(requiredParameters.map(([name, schema]) => [name, valueFor(schema)]));
      const textParameters = bodyParameters.filter(([, schema]) => takesText(schema)).map(([name]) => name);
      const writeMethods = methods.filter((method) => method !== 'GET');
      return writeMethods.map((method) => ({
        method,
        path,
        required: { ...required, ...additionalParameters[path] },
        textParameters,
      }));
    }),
  );

const repeatUnit =
  (unit: string): TextGenerator =>
  (length) =>
    unit.repeat(Math.ceil(length / unit.length));

const numberedFragments =
  (write: (n: number) => string): TextGenerator =>
  (length) => {
    const fragments: string[] = [];
    for (let n = 0, size = 0; size < length; n += 1) size += fragments[fragments.push(write(n)) - 1]?.length ?? 0;
    return fragments.join('');
  };

/** Texts that are slow to store, search or present in combination with the content of the site. */
const furtherShapes: Readonly<Record<string, TextGenerator>> = {
  letters: repeatUnit('a'),
  'different words': numberedFragments((n) => `w${n.toString(36)} `),
  '<a><p>': repeatUnit('<a><p>'),
  'formatting elements never closed': numberedFragments((n) => `<b id=${n}>`),
  'formatting elements never closed, and paragraphs': numberedFragments((n) => `<i class=a${n}><p>`),
  'blocks of latest posts': repeatUnit('<!-- wp:latest-posts /-->'),
  'blocks of latest comments': repeatUnit('<!-- wp:latest-comments /-->'),
  'blocks of archives': repeatUnit('<!-- wp:archives /-->'),
  'blocks of categories': repeatUnit('<!-- wp:categories /-->'),
  'blocks of queries': repeatUnit(
    '<!-- wp:query {"query":{"perPage":100,"search":"e"}} --><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->',
  ),
  'reusable blocks': numberedFragments((n) => `<!-- wp:block {"ref":${n + 1}} /-->`),
  'galleries of images': repeatUnit('[gallery ids="1,2,3"]'),
  playlists: repeatUnit('[playlist]'),
  'addresses of the site': repeatUnit('\nhttp://127.0.0.1/?p=1\n'),
};

/** All shapes of slow texts. */
export const textShapes: ReadonlyMap<string, TextGenerator> = new Map(
  Object.entries({ ...furtherShapes, ...slowTexts }),
);

/** Shapes of texts that are the most expensive to parse, filter, store, search and present. */
export const expensiveShapes: readonly string[] = [
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

/** Shapes of texts that are tried in parameters other than the content of an entry. */
export const basicShapes: readonly string[] = ['letters', 'different words', '<a><p>', '<', '"', 'marks in no order'];
