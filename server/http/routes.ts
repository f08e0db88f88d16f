// Builds the route table from the declarations of the contract. The pipeline looks up requests in it.
import type { ModuleDeclaration } from '../../contract/grammar/module.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import {
  type Endpoint,
  indexPath,
  type Method,
  mayContainSlash,
  type Route,
  segmentOf,
} from '../../contract/grammar/route.ts';
import { schemaAnnotationsOf } from '../../contract/grammar/schema.ts';
import { spellResource, spellRoute } from '../../contract/names/spell.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import { limitsError } from '../access/limits.ts';
import { DeclarationError } from './declaration-error.ts';
import { type Module, type Operation, type ParameterCheckFactory, type Permission, publicAccess } from './module.ts';

/** An endpoint bound to the permission and the operation that its declaration names. */
export interface BoundEndpoint {
  readonly declared: Endpoint;
  readonly parameters: Endpoint['parameters'];
  readonly permission: Permission;
  readonly operation: Operation;
  /** Whether anonymous callers may use the endpoint to write. */
  readonly isOpenToAnonymous: boolean;
  /** Native names of the parameters that the table spells differently; absent if there are none. */
  readonly nativeNames?: ReadonlyMap<string, string>;
}

/** A route bound to its module. */
export interface BoundRoute {
  readonly declared: Route;
  readonly namespace: string;
  /** The resource in the spelling of the table. */
  readonly resource: Resource;
  /** The resource as the contract declares it. */
  readonly source: Resource;
  readonly module: Module;
  readonly endpoints: readonly BoundEndpoint[];
  /** The path in the format of the index. */
  readonly indexPath: string;
  /** Returns the endpoint of a method. */
  endpointOf(method: string): BoundEndpoint | undefined;
  /** Returns the path parameters in the native spelling. */
  nativePath(path: Match['path']): Match['path'];
}

/** A matched route with its path parameters as strings. */
export interface Match {
  readonly route: BoundRoute;
  readonly endpoint: BoundEndpoint;
  readonly path: Readonly<Record<string, string>>;
}

/** The root of a mount. */
export interface RestRoot {
  /** The spelling of the names at the mount. */
  readonly spelling: Spelling;
  /** The URL of the REST root, without a trailing slash. */
  readonly rest: string;
}

/** The routes of a mount. */
export interface RouteTable extends RestRoot {
  readonly routes: readonly BoundRoute[];
  readonly namespaces: readonly string[];
  /** The checks of parameters that declarations name. */
  readonly checks: Readonly<Record<string, ParameterCheckFactory>>;
  /** Returns the first route that matches the path and has the method; undefined if there is none (protocol.md §2). */
  match(method: string, path: string): Match | undefined;
  /** Returns the first route that matches the path, regardless of its methods. */
  find(path: string): { readonly route: BoundRoute; readonly path: Readonly<Record<string, string>> } | undefined;
}

/** A route with its namespace and its resource. Index routes have a resource without fields. */
export interface AnnouncedRoute {
  readonly route: Route;
  readonly namespace: string;
  readonly resource: Resource;
}

/** A route in the spelling of the table, with its resource as the contract declares it. */
interface SpelledRoute extends AnnouncedRoute {
  readonly source: Resource;
}

/** Translates all routes to a spelling. Each resource is translated once. */
function spellAll(announced: readonly AnnouncedRoute[], spelling: Spelling): SpelledRoute[] {
  const resources = new Map<Resource, Resource>();
  const routes = new Map<Route, Route>();
  return announced.map(({ route, namespace, resource: source }) => {
    const resource = resources.get(source) ?? spellResource(source, spelling);
    if (!resources.has(source)) {
      resources.set(source, resource);
      for (const [at, each] of source.routes.entries()) routes.set(each, resource.routes[at] ?? each);
    }
    const spelled = routes.get(route) ?? spellRoute(route, spelling);
    return { route: spelled, namespace: spelling.name(namespace), resource, source };
  });
}

/**
 * Binds declared routes to the modules that serve them, below a REST root and in its spelling of names.
 *
 * Throws DeclarationError, so that the service does not start, if a declaration names a module that does not exist, or a permission or an
 * operation that its module does not have.
 */
export function makeRouteTable(
  announced: readonly AnnouncedRoute[],
  modules: readonly Module[],
  { spelling, rest }: RestRoot,
): RouteTable {
  const byDeclaration = new Map(modules.map((module) => [module.declaration, module]));
  const routes = spellAll(announced, spelling).map((each) => bind(each, byDeclaration, spelling));
  const namespaces = [...new Set(routes.map((each) => each.namespace))].filter((name) => name !== '');
  const patterns = routes.map((route): Pattern => ({ route, ...patternOf(route.declared) }));
  const byNamespace = new Map(namespaces.map((name) => [name, bySegment(patterns, name)]));
  const candidates = (path: string) => {
    const name = namespaces.find((each) => path === `/${each}` || path.startsWith(`/${each}/`));
    return name === undefined ? patterns : (byNamespace.get(name)?.(path) ?? patterns);
  };
  const find = (path: string, accepts: (route: BoundRoute) => boolean) => {
    for (const pattern of candidates(path)) {
      const found = accepts(pattern.route) ? matchOf(pattern, path) : undefined;
      if (found) return { route: pattern.route, path: found };
    }
    return undefined;
  };
  return {
    spelling,
    rest,
    routes,
    namespaces,
    checks: Object.assign({}, ...modules.map((module) => module.checks)),
    match(method, path) {
      const found = find(path, (route) => route.endpointOf(method) !== undefined);
      const endpoint = found?.route.endpointOf(method);
      return found && endpoint && { ...found, endpoint };
    },
    find: (path) => find(path, () => true),
  };
}

interface Pattern {
  readonly route: BoundRoute;
  readonly pattern: RegExp;
  /** Parameters whose values may contain a slash, with the pattern of their values. */
  readonly slashed: readonly (readonly [name: string, value: RegExp])[];
}

/** Indexes the routes of a namespace by their first segment. Returns a function that finds the candidates for a path, in declared order. */
function bySegment(all: readonly Pattern[], namespace: string): (path: string) => readonly Pattern[] {
  const namespacePatterns = all.filter(({ route }) => route.namespace === namespace);
  const segmentIn = (path: string) =>
    path
      .slice(namespace.length + 2)
      .split('/', 1)[0]
      ?.toLowerCase() ?? '';
  const hasParameter = (segment: string) => segment.includes('<');
  const segments = new Set(namespacePatterns.map(({ route }) => segmentIn(route.declared.path)));
  const patternsFor = (segment: string) =>
    namespacePatterns.filter(
      ({ route }) => hasParameter(segmentIn(route.declared.path)) || segmentIn(route.declared.path) === segment,
    );
  const known = new Map([...segments].map((segment) => [segment, patternsFor(segment)]));
  const open = namespacePatterns.filter(({ route }) => hasParameter(segmentIn(route.declared.path)));
  return (path) => known.get(segmentIn(path)) ?? open;
}

function bind(
  { route, namespace, resource, source }: SpelledRoute,
  modules: ReadonlyMap<ModuleDeclaration, Module>,
  spelling: Spelling,
): BoundRoute {
  const module = modules.get(resource.module);
  if (!module) throw missingReferenceError(route, 'module', resource.module.name);
  const endpoints = route.endpoints.map((declared): BoundEndpoint => {
    const permission = module.permissions[declared.permission];
    const operation = module.operations[declared.operation];
    if (!permission) throw missingReferenceError(route, 'permission', declared.permission, module.permissions);
    if (!operation) throw missingReferenceError(route, 'operation', declared.operation, module.operations);
    const parameters = { ...route.parameters, ...declared.parameters };
    const renamed = Object.keys(parameters).filter((name) => spelling.name(name) !== name);
    return {
      declared,
      permission: withinLimits(permission, declared, source),
      operation,
      isOpenToAnonymous: permission === publicAccess || declared.anonymous === true,
      parameters,
      ...(renamed.length > 0 && { nativeNames: new Map(renamed.map((name) => [name, spelling.name(name)])) }),
    };
  });
  const byMethod = new Map<string, BoundEndpoint>();
  for (const endpoint of endpoints) for (const method of endpoint.declared.methods) byMethod.set(method, endpoint);
  const endpointOf = (method: string) => byMethod.get(method);
  const nativePath = nativePathOf(route);
  return {
    declared: route,
    namespace,
    resource,
    source,
    module,
    endpoints,
    indexPath: indexPath(route),
    endpointOf,
    nativePath,
  };
}

/** Creates the function that converts path parameters that are names of the contract to the native spelling. */
function nativePathOf({ parameters }: Route): BoundRoute['nativePath'] {
  const converted = Object.entries(parameters).flatMap(([name, schema]) => {
    const { convert } = schemaAnnotationsOf(schema);
    return convert ? [[name, convert] as const] : [];
  });
  if (converted.length === 0) return (path) => path;
  return (path) => ({
    ...path,
    ...Object.fromEntries(
      converted.flatMap(([name, convert]) => (path[name] === undefined ? [] : [[name, String(convert(path[name]))]])),
    ),
  });
}

/** Creates the error for a route that refers to something missing. It lists the known names, since the name is probably misspelled. */
function missingReferenceError(
  { path }: Route,
  what: string,
  name: string,
  known: Readonly<Record<string, unknown>> = {},
) {
  const names = Object.keys(known).sort().join(', ');
  const others = names === '' ? '' : `; known names: ${names}`;
  return new DeclarationError(
    `The route ${path} names the ${what} ${JSON.stringify(name)}, which does not exist${others}.`,
  );
}

/** Returns a permission that first checks the limits of the credentials, such as a read-only application password. */
const withinLimits = (permission: Permission, { methods }: Endpoint, { namespace }: Resource): Permission => ({
  ...permission,
  permit: (call, target) => limitsError(call.actor, methods, namespace) ?? permission.permit(call, target),
});

/**
 * Compiles the pattern of a route, which matches the whole path and ignores case (protocol.md §2). A slash within a value may also be sent
 * as `%2F`, as clients that are generated from the OpenAPI document do; a slash between values may not.
 */
function patternOf(route: Route): Pick<Pattern, 'pattern' | 'slashed'> {
  const escaped = route.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const slashed: (readonly [string, RegExp])[] = [];
  const source = escaped.replace(/<(\w+)>/g, (_all, name: string) => {
    const segment = segmentOf(route, name);
    if (!mayContainSlash(segment)) return `(?<${name}>${segment})`;
    slashed.push([name, new RegExp(`^(?:${segment})$`, 'i')]);
    return `(?<${name}>${segment}|[^/]+)`;
  });
  return { pattern: new RegExp(`^${source}$`, 'i'), slashed };
}

/** Returns the path parameters with decoded slashes; undefined if the path does not match. */
function matchOf({ pattern, slashed }: Pattern, path: string): Readonly<Record<string, string>> | undefined {
  const found = pattern.exec(path);
  if (!found) return undefined;
  if (slashed.length === 0) return found.groups ?? {};
  const values: Record<string, string> = { ...found.groups };
  for (const [name, value] of slashed) {
    const text = values[name]?.replace(/%2F/gi, '/') ?? '';
    if (!value.test(text)) return undefined;
    values[name] = text;
  }
  return values;
}

/** Returns all methods of a route in declared order. */
export const methodsOf = (route: BoundRoute): Method[] =>
  route.endpoints.flatMap((endpoint) => [...endpoint.declared.methods]);
