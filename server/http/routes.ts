// The table of routes: from the contract's declarations to what the pipeline looks up.
import type { Resource } from '../../contract/grammar/resource.ts';
import {
  type Endpoint,
  indexPath,
  type Method,
  mayHoldSlash,
  type Route,
  segmentOf,
} from '../../contract/grammar/route.ts';
import { notesOf } from '../../contract/grammar/schema.ts';
import { spellResource, spellRoute } from '../../contract/names/spell.ts';
import { nativeSpelling, type Spelling } from '../../contract/names/spelling.ts';
import { beyondLimits } from '../access/limits.ts';
import { DeclarationError } from './declaration-error.ts';
import { everyone, type Operation, type Permission, type Room } from './room.ts';

/** An endpoint joined with the rule and the operation that its declaration names. */
export interface BoundEndpoint {
  readonly declared: Endpoint;
  readonly parameters: Endpoint['parameters'];
  readonly permission: Permission;
  readonly operation: Operation;
  /** Callers without credentials may write by it. */
  readonly isOpenToAnonymous: boolean;
  /** The native names of parameters that the table spells otherwise; absent: there are none. */
  readonly nativeNames?: ReadonlyMap<string, string>;
}

/** A route joined with its room. */
export interface BoundRoute {
  readonly declared: Route;
  readonly namespace: string;
  /** The resource in the spelling of the table. */
  readonly resource: Resource;
  /** The resource as the contract declares it. */
  readonly source: Resource;
  readonly room: Room;
  readonly endpoints: readonly BoundEndpoint[];
  /** The path as the index lists it. */
  readonly listed: string;
  /** The endpoint of a method. */
  endpointOf(method: string): BoundEndpoint | undefined;
  /** Returns the texts of a path's parameters in the native spelling. */
  nativePath(path: Match['path']): Match['path'];
}

/** A matched route with the texts of the path's parameters. */
export interface Match {
  readonly route: BoundRoute;
  readonly endpoint: BoundEndpoint;
  readonly path: Readonly<Record<string, string>>;
}

export interface RouteTable {
  /** How the names in it are spelled. */
  readonly spelling: Spelling;
  readonly routes: readonly BoundRoute[];
  readonly namespaces: readonly string[];
  /** The first route whose pattern and method fit; undefined: no such route (protocol.md §2). */
  match(method: string, path: string): Match | undefined;
  /** The first route whose pattern fits, whatever its methods are. */
  find(path: string): { readonly route: BoundRoute; readonly path: Readonly<Record<string, string>> } | undefined;
}

/** A route of a resource, or of none (indexes), in a namespace. */
export interface Announced {
  readonly route: Route;
  readonly namespace: string;
  readonly resource: Resource;
}

/** Announced routes in another spelling, with their resources as the contract declares them. */
interface Spelled extends Announced {
  readonly source: Resource;
}

/** Returns all routes in a spelling. Each resource is compiled once. */
function spellAll(announced: readonly Announced[], spelling: Spelling): Spelled[] {
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
 * Joins declared routes with the rooms that serve them, in a spelling of their names.
 *
 * Throws where a declaration names a rule or an operation that its room does not have: the service does not start.
 */
export function makeRouteTable(
  announced: readonly Announced[],
  rooms: Readonly<Record<string, Room>>,
  spelling: Spelling = nativeSpelling,
): RouteTable {
  const routes = spellAll(announced, spelling).map((each) => bind(each, rooms, spelling));
  const namespaces = [...new Set(routes.map((each) => each.namespace))].filter((name) => name !== '');
  const patterns = routes.map((route): Pattern => ({ route, ...patternOf(route.declared) }));
  const within = new Map(namespaces.map((name) => [name, bySegment(patterns, name)]));
  const candidates = (path: string) => {
    const name = namespaces.find((each) => path === `/${each}` || path.startsWith(`/${each}/`));
    return name === undefined ? patterns : (within.get(name)?.(path) ?? patterns);
  };
  const find = (path: string, fits: (route: BoundRoute) => boolean) => {
    for (const pattern of candidates(path)) {
      const found = fits(pattern.route) ? matchOf(pattern, path) : undefined;
      if (found) return { route: pattern.route, path: found };
    }
    return undefined;
  };
  return {
    spelling,
    routes,
    namespaces,
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
  /** The parameters whose values may contain a slash, with what their values must match. */
  readonly slashed: readonly (readonly [name: string, value: RegExp])[];
}

/** Finds the routes of a namespace that a path may belong to, in their order, by its first segment below the namespace. */
function bySegment(all: readonly Pattern[], namespace: string): (path: string) => readonly Pattern[] {
  const own = all.filter(({ route }) => route.namespace === namespace);
  const segmentIn = (path: string) =>
    path
      .slice(namespace.length + 2)
      .split('/', 1)[0]
      ?.toLowerCase() ?? '';
  const isOpen = (segment: string) => segment.includes('<');
  const segments = new Set(own.map(({ route }) => segmentIn(route.declared.path)));
  const chosen = (segment: string) =>
    own.filter(({ route }) => isOpen(segmentIn(route.declared.path)) || segmentIn(route.declared.path) === segment);
  const known = new Map([...segments].map((segment) => [segment, chosen(segment)]));
  const open = own.filter(({ route }) => isOpen(segmentIn(route.declared.path)));
  return (path) => known.get(segmentIn(path)) ?? open;
}

function bind(
  { route, namespace, resource, source }: Spelled,
  rooms: Readonly<Record<string, Room>>,
  spelling: Spelling,
): BoundRoute {
  const room = rooms[resource.room];
  if (!room) throw notThere(route, 'module', resource.room);
  const endpoints = route.endpoints.map((declared): BoundEndpoint => {
    const permission = room.permissions[declared.permission];
    const operation = room.operations[declared.operation];
    if (!permission) throw notThere(route, 'permission', declared.permission, room.permissions);
    if (!operation) throw notThere(route, 'operation', declared.operation, room.operations);
    const parameters = { ...route.parameters, ...declared.parameters };
    const renamed = Object.keys(parameters).filter((name) => spelling.name(name) !== name);
    return {
      declared,
      permission: withinLimits(permission, declared, source),
      operation,
      isOpenToAnonymous: permission === everyone || declared.anonymous === true,
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
    room,
    endpoints,
    listed: indexPath(route),
    endpointOf,
    nativePath,
  };
}

/** Makes the function that gives those texts of a path's parameters that are names their native spelling. */
function nativePathOf({ parameters }: Route): BoundRoute['nativePath'] {
  const converted = Object.entries(parameters).flatMap(([name, schema]) => {
    const { convert } = notesOf(schema);
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

/** The error for a route that names what there is not; it lists what there is, since the name is likely misspelt. */
function notThere({ path }: Route, what: string, name: string, known: Readonly<Record<string, unknown>> = {}) {
  const names = Object.keys(known).sort().join(', ');
  const others = names === '' ? '' : `; there are: ${names}`;
  return new DeclarationError(
    `The route ${path} names the ${what} ${JSON.stringify(name)}, which does not exist${others}.`,
  );
}

/** A rule with that of the credentials before it: what the password that was used may not, the user may not by it. */
const withinLimits = (permission: Permission, { methods }: Endpoint, { namespace }: Resource): Permission => ({
  ...permission,
  permit: (call, subject) => beyondLimits(call.actor, methods, namespace) ?? permission.permit(call, subject),
});

/**
 * Letters of any case, the whole path (protocol.md §2). A slash within a value may also come as `%2F`, which is how clients
 * generated from the OpenAPI document send it; a slash between values may not.
 */
function patternOf(route: Route): Pick<Pattern, 'pattern' | 'slashed'> {
  const escaped = route.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const slashed: (readonly [string, RegExp])[] = [];
  const source = escaped.replace(/<(\w+)>/g, (_all, name: string) => {
    const segment = segmentOf(route, name);
    if (!mayHoldSlash(segment)) return `(?<${name}>${segment})`;
    slashed.push([name, new RegExp(`^(?:${segment})$`, 'i')]);
    return `(?<${name}>${segment}|[^/]+)`;
  });
  return { pattern: new RegExp(`^${source}$`, 'i'), slashed };
}

/** The texts of the parameters in a path, with the slashes of their values; undefined where the path does not match. */
function matchOf({ pattern, slashed }: Pattern, path: string): Readonly<Record<string, string>> | undefined {
  const found = pattern.exec(path);
  if (!found) return undefined;
  if (slashed.length === 0) return found.groups ?? {};
  const texts: Record<string, string> = { ...found.groups };
  for (const [name, value] of slashed) {
    const text = texts[name]?.replace(/%2F/gi, '/') ?? '';
    if (!value.test(text)) return undefined;
    texts[name] = text;
  }
  return texts;
}

/** All methods of a route in the order in which its endpoints declare them. */
export const methodsOf = (route: BoundRoute): Method[] =>
  route.endpoints.flatMap((endpoint) => [...endpoint.declared.methods]);
