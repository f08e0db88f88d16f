// Generates the OpenAPI 3.1 document from the same declarations as the index and OPTIONS.
import type { Resource } from '../../../contract/grammar/resource.ts';
import { type Method, updateMethods } from '../../../contract/grammar/route.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';
import type { BoundEndpoint, BoundRoute, RouteTable } from '../routes.ts';
import { bodyOf } from './bodies.ts';
import { describeOperation } from './descriptions.ts';
import { type ErrorCodes, readErrorCodes } from './error-codes.ts';
import { type FindExample, readExamples } from './examples.ts';
import { describeApi } from './introduction.ts';
import { embeddedName, namesOfRecords, operationId } from './names.ts';
import { commonComponents, commonOf, parametersOf, queryParameter } from './parameters.ts';
import { errorSchema, linkSchema, recordSchemas } from './records.ts';
import { errorComponents, headerComponents, responsesOf } from './responses.ts';
import type { Schema } from './schema.ts';
import { optionalCredentials, requiredCredentials, securitySchemes } from './security.ts';
import { type Tag, type TagGroup, tagOf, tagsOf } from './tags.ts';

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
  /** The credentials that the operation requires; absent if anonymous callers may use it. */
  readonly security?: readonly object[];
}

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly 'x-tagGroups': readonly TagGroup[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly [kind: string]: Readonly<Record<string, object>>;
  };
  readonly security: readonly object[];
}

/** Data from which all operations are derived. */
interface DocumentContext {
  readonly names: ReadonlyMap<Resource, string>;
  readonly spelling: Spelling;
  readonly codes: ErrorCodes;
  readonly findExample: FindExample;
}

/**
 * Generates the document of all routes, in slices between which other requests are served. `rest` is the URL of the REST root. Throws an
 * error if the files with error codes or examples cannot be read.
 */
export async function makeOpenApi(
  { routes, spelling }: Pick<RouteTable, 'routes' | 'spelling'>,
  rest: string,
  version: string,
): Promise<OpenApi> {
  const [codes, findExample] = [await readErrorCodes(spelling), await readExamples(spelling)];
  const yielder = new EventLoopYielder();
  const names = namesOfRecords(routes);
  const context: DocumentContext = { names, spelling, codes, findExample };
  const paths: Record<string, Readonly<Record<string, OpenApiOperation>>> = {};
  for (const route of routes) {
    paths[pathOf(route)] = operationsOf(route, context);
    await yielder.turn();
  }
  const { tags, tagGroups } = tagsOf(routes, names);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version,
      description: describeApi(rest, spelling),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: rest }],
    tags,
    'x-tagGroups': tagGroups,
    paths,
    components: {
      schemas: { ...(await schemasOf(routes, names, yielder)), link: linkSchema, error: errorSchema },
      parameters: commonComponents(),
      headers: headerComponents(spelling),
      responses: errorComponents(routes, codes, spelling),
      securitySchemes: securitySchemes(rest, spelling),
    },
    security: optionalCredentials,
  };
}

const pathOf = ({ declared }: BoundRoute): string => declared.path.replace(/<(\w+)>/g, '{$1}');

async function schemasOf(
  routes: readonly BoundRoute[],
  names: ReadonlyMap<Resource, string>,
  yielder: EventLoopYielder,
): Promise<Record<string, Schema>> {
  const records = recordSchemas(names, routes);
  const schemas: Record<string, Schema> = {};
  for (const [resource, name] of names) {
    schemas[name] = records.of(resource);
    const embedded = records.embeddedOf(resource);
    if (embedded) schemas[embeddedName(name)] = embedded;
    await yielder.turn();
  }
  return schemas;
}

const operationsOf = (route: BoundRoute, context: DocumentContext): Record<string, OpenApiOperation> =>
  Object.fromEntries(
    route.endpoints.flatMap((endpoint) =>
      endpoint.declared.methods.map((method) => [method.toLowerCase(), operationOf(route, endpoint, method, context)]),
    ),
  );

function operationOf(
  route: BoundRoute,
  endpoint: BoundEndpoint,
  method: Method,
  { findExample, ...context }: DocumentContext,
): OpenApiOperation {
  const { summary, description, responseDescription } = describeOperation(route, endpoint, method);
  const { path, others } = parametersOf(route, endpoint);
  const hasBody = (updateMethods as readonly Method[]).includes(method);
  const inQuery = hasBody ? [] : others.map(([name, schema]) => queryParameter(name, schema));
  const example = findExample(route, endpoint, method);
  const needsCredentials = method !== 'GET' && !endpoint.isOpenToAnonymous;
  return {
    operationId: operationId(method, route),
    tags: [tagOf(route, context.names)],
    summary,
    description,
    parameters: [...path, ...inQuery, ...commonOf(route, endpoint, method)],
    ...(hasBody ? { requestBody: bodyOf(others, endpoint, example?.request) } : {}),
    responses: responsesOf(route, endpoint, method, { ...context, example }, responseDescription),
    ...(needsCredentials && { security: requiredCredentials }),
  };
}
