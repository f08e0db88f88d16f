// Compares two OpenAPI documents.
import { breaking, compareNames, compatible, type Difference, withoutRepetitions } from './difference.ts';
import { type NamedSchemas, type Schema, SchemaComparison } from './schemas.ts';
import { compareSecurity, compareSecuritySchemes, type Security } from './security.ts';

type Named<T> = Readonly<Record<string, T>>;

interface Reference {
  readonly $ref?: string;
}

interface Parameter extends Reference {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Schema;
}

type Content = Named<{ readonly schema?: Schema }>;

interface Body extends Reference {
  readonly required?: boolean;
  readonly content?: Content;
}

interface Response extends Reference {
  readonly headers?: Named<Reference & { readonly schema?: Schema }>;
  readonly content?: Content;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Named<Response>;
  /** Overrides the requirements of the document. */
  readonly security?: Security;
}

/** The parts of an OpenAPI document that are compared. */
export interface ComparedDocument {
  readonly paths: Named<Named<Operation>>;
  /** The requirements of operations that declare none. */
  readonly security?: Security;
  readonly components?: { readonly schemas?: NamedSchemas; readonly [kind: string]: Named<object> | undefined };
}

/** Keywords that do not change the requests that are accepted or the responses that are sent. */
const ignoredKeywords: ReadonlySet<string> = new Set([
  ...['description', 'summary', 'title', 'tags', 'example', 'examples', 'externalDocs', 'info', 'servers', 'openapi'],
]);

/** Keywords whose values are objects that are keyed by names, not by keywords. */
const keyedByNames: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'schemas', 'headers', 'responses', 'paths', 'content', 'securitySchemes'],
]);

/** Keywords whose values are copied. */
const literals: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'required']);

/** Returns a document without descriptions, with sorted keys, for the stored file. */
export function simplifyDocument(document: object): ComparedDocument {
  return simplify(document, false) as ComparedDocument;
}

function simplify(value: unknown, isKeyedByNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => simplify(each, false));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isKeyedByNames || !ignoredKeywords.has(key));
  return Object.fromEntries(
    entries
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => {
        if (isKeyedByNames) return [key, simplify(each, false)];
        // Common parameters are keyed by name, those of operations are a list.
        const hasNames = keyedByNames.has(key) || (key === 'parameters' && !Array.isArray(each));
        return [key, literals.has(key) ? each : simplify(each, hasNames)];
      }),
  );
}

/** Returns the differences between two documents. */
export function compareDocuments(old: ComparedDocument, current: ComparedDocument): Difference[] {
  return withoutRepetitions(new DocumentComparison(old, current).compare());
}

/** An operation with its method and path. */
interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

/**
 * Returns the operations of a document. Their keys do not contain the names of path parameters, which requests do not contain either, and
 * these parameters are named after their positions.
 */
function operationsOf(document: ComparedDocument): Map<string, NamedOperation> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
        const parameters = (operation.parameters ?? []).map((each) => {
          const parameter = resolve(each, document);
          return parameter.in === 'path' ? { ...parameter, name: `${names.indexOf(parameter.name) + 1}` } : parameter;
        });
        const name = `${method.toUpperCase()} ${path}`;
        return [name.replace(/\{\w+\}/g, '{}'), { name, operation: { ...operation, parameters } }] as const;
      }),
    ),
  );
}

class DocumentComparison {
  readonly #old: ComparedDocument;
  readonly #current: ComparedDocument;
  readonly #schemas: SchemaComparison;

  constructor(old: ComparedDocument, current: ComparedDocument) {
    this.#old = old;
    this.#current = current;
    this.#schemas = new SchemaComparison(old.components?.schemas ?? {}, current.components?.schemas ?? {});
  }

  compare(): Difference[] {
    const [olds, currents] = [operationsOf(this.#old), operationsOf(this.#current)];
    const nameOf = (key: string) => (olds.get(key) ?? currents.get(key))?.name ?? key;
    return [
      ...compareSecuritySchemes(
        this.#old.components?.securitySchemes ?? {},
        this.#current.components?.securitySchemes ?? {},
      ),
      ...compareNames([...olds.keys()], [...currents.keys()], nameOf),
      ...[...olds].flatMap(([key, { name, operation }]) => {
        const other = currents.get(key);
        if (!other) return [];
        const renamed = name === other.name ? [] : [compatible(name, `renamed to ${other.name}`)];
        return [...renamed, ...this.#compareOperations(operation, other.operation, name)];
      }),
    ];
  }

  #compareOperations(old: Operation, current: Operation, location: string): Difference[] {
    return [
      ...(old.operationId === current.operationId
        ? []
        : [breaking(location, `operationId changed from ${old.operationId} to ${current.operationId}`)]),
      ...compareSecurity(
        old.security ?? this.#old.security ?? [],
        current.security ?? this.#current.security ?? [],
        location,
      ),
      ...this.#compareParameters(old.parameters ?? [], current.parameters ?? [], location),
      ...this.#compareBodies(old.requestBody, current.requestBody, `${location}, body`),
      ...this.#compareResponses(old.responses ?? {}, current.responses ?? {}, location),
    ];
  }

  #compareParameters(old: readonly Parameter[], current: readonly Parameter[], location: string): Difference[] {
    const byName = (all: readonly Parameter[]) => new Map(all.map((each) => [`${each.name} in ${each.in}`, each]));
    const [olds, currents] = [byName(old), byName(current)];
    const at = (name: string) => `${location}, parameter ${name}`;
    const changed = [...olds].flatMap(([name, parameter]): readonly Difference[] => {
      const other = currents.get(name);
      if (!other) return [breaking(at(name), 'removed')];
      const styles = [parameter, other].map(({ style, explode }) => `${style ?? 'default'}, explode ${explode}`);
      return [
        ...(other.required && !parameter.required ? [breaking(at(name), 'is now required')] : []),
        ...(styles[0] === styles[1] ? [] : [breaking(at(name), `style changed from ${styles.join(' to ')}`)]),
        ...this.#schemas.compare(parameter.schema ?? {}, other.schema ?? {}, 'request', at(name)),
      ];
    });
    const added = [...currents].filter(([name]) => !olds.has(name));
    return [
      ...changed,
      ...added.map(([name, { required }]) =>
        required ? breaking(at(name), 'added, and required') : compatible(at(name), 'added'),
      ),
    ];
  }

  #compareBodies(old: Body | undefined, current: Body | undefined, location: string): Difference[] {
    const [was, is] = [old && resolve(old, this.#old), current && resolve(current, this.#current)];
    if (was && !is) return [breaking(location, 'removed')];
    if (!is) return [];
    return [
      ...(is.required && !was?.required ? [breaking(location, 'is now required')] : []),
      ...(was ? this.#compareContent(was.content ?? {}, is.content ?? {}, 'request', location) : []),
    ];
  }

  #compareResponses(old: Named<Response>, current: Named<Response>, location: string): Difference[] {
    const at = (status: string) => `${location}, response ${status}`;
    return [
      ...compareNames(Object.keys(old), Object.keys(current), at),
      ...Object.entries(old).flatMap(([status, response]) => {
        const other = current[status];
        if (!other) return [];
        const [was, is] = [resolve(response, this.#old), resolve(other, this.#current)];
        const header = (name: string) => `${at(status)}, header ${name}`;
        return [
          ...compareNames(Object.keys(was.headers ?? {}), Object.keys(is.headers ?? {}), header),
          ...this.#compareContent(was.content ?? {}, is.content ?? {}, 'response', at(status)),
        ];
      }),
    ];
  }

  #compareContent(old: Content, current: Content, direction: 'request' | 'response', location: string): Difference[] {
    return [
      ...compareNames(Object.keys(old), Object.keys(current), (type) => `${location}, ${type}`),
      ...Object.entries(old).flatMap(([type, { schema }]) => {
        const other = current[type];
        return other ? this.#schemas.compare(schema ?? {}, other.schema ?? {}, direction, location) : [];
      }),
    ];
  }
}

/** Returns the component that a reference leads to, or the object itself. */
function resolve<T extends Reference>(each: T, { components }: ComparedDocument): T {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(each.$ref ?? '') ?? [];
  const found = components?.[kind]?.[name];
  return found ? (found as T) : each;
}
