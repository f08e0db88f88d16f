// Rejects declared names of sites and extensions that a mount would confuse with names of the contract.
import type { DeclaredTaxonomy, DeclaredType } from '../grammar/content-type.ts';
import type { Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import type { TSchema } from '../grammar/schema.ts';
import { compatibleSpelling, isReservedName } from './spelling.ts';

/** A declared name with a description of its use: "the type", "the REST base of the type recipe". */
export type DeclaredName = readonly [what: string, name: string];

/** Throws an Error if one of the names is a name of the contract in either spelling. */
export function requireUnreserved(names: readonly DeclaredName[]): void {
  const reserved = names.find(([, name]) => isReservedName(name));
  if (!reserved) return;
  const [what, name] = reserved;
  const compatible = compatibleSpelling.encode(name);
  const native = compatibleSpelling.name(compatible);
  throw new Error(
    `${what} cannot be named ${name}: the API already uses this name (${native}; at /wp-json ${compatible}); choose another one`,
  );
}

/** Returns the names that a type or taxonomy of a site adds to the API. */
export function namesOfDeclared(kind: 'type' | 'taxonomy', declared: DeclaredType | DeclaredTaxonomy): DeclaredName[] {
  const of = `of the ${kind} ${declared.name}`;
  const { name, restBase, restNamespace = defaultNamespace } = declared;
  const { meta = {}, metaBeside = {}, below } = declared as Partial<DeclaredType>;
  return [
    [`the ${kind}`, name],
    [`the REST base ${of}`, restBase],
    ...(restNamespace === defaultNamespace ? [] : namesInPath(`the REST namespace ${of}`, restNamespace)),
    ...(below ? [[`below.parameter ${of}`, below.parameter] as const] : []),
    ...namesOfFields(`of meta ${of}`, meta),
    ...namesOfFields(`of metaBeside ${of}`, metaBeside),
  ];
}

/** The default REST namespace of types and taxonomies. */
const defaultNamespace = 'cms/v2';

/** The properties of an extension that add names to the API. */
interface ExtensionNames {
  readonly name: string;
  readonly namespace: string;
  readonly resources: readonly Resource[];
  readonly settings?: Parameters;
}

/** Returns the names that an extension adds to the API, except those of its types and taxonomies. */
export function namesOfExtension({ name, namespace, resources, settings = {} }: ExtensionNames): DeclaredName[] {
  const of = `of the extension ${name}`;
  return [
    ['the extension', name],
    ...namesInPath(`the namespace ${of}`, namespace),
    ...namesOfFields(`of the settings ${of}`, settings),
    ...resources.flatMap(({ title, fields = {}, routes }) => [
      ...title.split('-').map((each) => [`the resource ${title} ${of}`, each] as const),
      ...namesOfFields(`of the resource ${title} ${of}`, fields),
      ...routes.flatMap((route) => namesOfRoute(route, of)),
    ]),
  ];
}

function namesOfRoute({ path, parameters, endpoints = [] }: Route, of: string): DeclaredName[] {
  const what = `of the route ${path} ${of}`;
  return [
    ...namesInPath(`a segment ${what}`, path.slice(1)),
    ...[...path.matchAll(/<(\w+)>/g)].map(([, name = '']) => [`a parameter ${what}`, name] as const),
    ...namesOfFields(what, parameters),
    ...endpoints.flatMap((endpoint) => [
      ...namesOfFields(what, endpoint.parameters),
      ...(endpoint.response ? namesInside(`of the response ${what}`, endpoint.response) : []),
    ]),
  ];
}

/** Returns the names in a path: its first two segments, which may be a namespace, and each segment. */
function namesInPath(what: string, path: string): DeclaredName[] {
  const segments = path.split('/');
  return [segments.slice(0, 2).join('/'), ...segments].map((name) => [what, name]);
}

/** Returns the names of fields and of their nested properties: `card.heading`. */
function namesOfFields(of: string, fields: Parameters = {}, within = ''): DeclaredName[] {
  return Object.entries(fields).flatMap(([name, schema]): DeclaredName[] => [
    [`the field ${within}${name} ${of}`, name],
    ...namesInside(of, schema, `${within}${name}.`),
  ]);
}

/** The keywords of a schema that contain schemas. */
interface NestedSchemas {
  readonly properties?: Parameters;
  readonly items?: TSchema;
  readonly additionalProperties?: boolean | TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
}

function namesInside(of: string, schema: TSchema, within = ''): DeclaredName[] {
  const { properties, items, additionalProperties: additional, anyOf = [], oneOf = [] } = schema as NestedSchemas;
  const below = [items, typeof additional === 'object' ? additional : undefined, ...anyOf, ...oneOf];
  return [
    ...namesOfFields(of, properties, within),
    ...below.flatMap((each) => (each ? namesInside(of, each, within) : [])),
  ];
}
