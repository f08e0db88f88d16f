// The names that a site or an extension may not give to what it declares: a mount would take them for names of the contract.
import type { DeclaredTaxonomy, DeclaredType } from '../grammar/content-type.ts';
import type { Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import type { TSchema } from '../grammar/schema.ts';
import { compatibleSpelling, isReservedName } from './spelling.ts';

/** A name that is declared, with what it names: "the type", "the REST base of the type recipe". */
export type DeclaredName = readonly [what: string, name: string];

/** Throws Error with one sentence for the first name that is one of the contract's in either spelling. */
export function requireUnreserved(names: readonly DeclaredName[]): void {
  const reserved = names.find(([, name]) => isReservedName(name));
  if (!reserved) return;
  const [what, name] = reserved;
  const compatible = compatibleSpelling.encode(name);
  const native = compatibleSpelling.name(compatible);
  throw new Error(
    `${what} cannot be named ${name}: the API has this name itself (${native}; at /wp-json ${compatible}); choose another one`,
  );
}

/** The names that a type or a taxonomy of a site brings into the API. */
export function namesOfDeclared(kind: 'type' | 'taxonomy', declared: DeclaredType | DeclaredTaxonomy): DeclaredName[] {
  const of = `of the ${kind} ${declared.name}`;
  const { name, restBase, restNamespace = usualNamespace } = declared;
  const { meta = {}, metaBeside = {}, below } = declared as Partial<DeclaredType>;
  return [
    [`the ${kind}`, name],
    [`the REST base ${of}`, restBase],
    ...(restNamespace === usualNamespace ? [] : namesInPath(`the REST namespace ${of}`, restNamespace)),
    ...(below ? [[`the parameter below ${of}`, below.parameter] as const] : []),
    ...namesOfFields(`of meta ${of}`, meta),
    ...namesOfFields(`of metaBeside ${of}`, metaBeside),
  ];
}

/** The namespace of types and taxonomies that declare none. */
const usualNamespace = 'cms/v2';

/** The part of an extension's declaration that brings names into the API. */
interface Extending {
  readonly name: string;
  readonly namespace: string;
  readonly resources: readonly Resource[];
  readonly settings?: Parameters;
}

/** The names that an extension brings into the API beside those of its types and taxonomies. */
export function namesOfExtension({ name, namespace, resources, settings = {} }: Extending): DeclaredName[] {
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

/** A namespace is a name of two segments. */
function namesInPath(what: string, path: string): DeclaredName[] {
  const segments = path.split('/');
  return [segments.slice(0, 2).join('/'), ...segments].map((name) => [what, name]);
}

/** The names of fields and of everything that is declared inside them: `card.heading`. */
function namesOfFields(of: string, fields: Parameters = {}, within = ''): DeclaredName[] {
  return Object.entries(fields).flatMap(([name, schema]): DeclaredName[] => [
    [`the field ${within}${name} ${of}`, name],
    ...namesInside(of, schema, `${within}${name}.`),
  ]);
}

/** The parts of a schema that have schemas. */
interface Parts {
  readonly properties?: Parameters;
  readonly items?: TSchema;
  readonly additionalProperties?: boolean | TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
}

function namesInside(of: string, schema: TSchema, within = ''): DeclaredName[] {
  const { properties, items, additionalProperties: others, anyOf = [], oneOf = [] } = schema as Parts;
  const below = [items, typeof others === 'object' ? others : undefined, ...anyOf, ...oneOf];
  return [
    ...namesOfFields(of, properties, within),
    ...below.flatMap((each) => (each ? namesInside(of, each, within) : [])),
  ];
}
