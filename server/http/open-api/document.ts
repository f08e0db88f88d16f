// Generates the OpenAPI 3.1 document from the same declarations as the index and OPTIONS.
import type { Resource } from '../../../contract/grammar/resource.ts';
import { type Method, updateMethods } from '../../../contract/grammar/route.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';
import type { BoundEndpoint, BoundRoute, RouteTable } from '../routes.ts';
import { bodyOf } from './bodies.ts';
import { describeOperation } from './descriptions.ts';
import { embeddedName, namesOfRecords, nounOf, operationId, tagOf } from './names.ts';
import { commonComponents, commonOf, parametersOf, queryParameter } from './parameters.ts';
import { errorSchema, linkSchema, recordSchemas } from './records.ts';
import { errorComponents, headerComponents, responsesOf } from './responses.ts';
import type { Schema } from './schema.ts';

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
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
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly [kind: string]: Readonly<Record<string, object>>;
  };
  readonly security: readonly object[];
}

const description = [
  'A content service. Published content can be read without credentials; most write operations require an application password.',
  'Request bodies are JSON, or forms with the same field names. Lists in queries are comma-separated.',
  'Schemas describe records in the contexts `view` and `edit`; fields that only the `edit` context has are optional. With `context=embed` or `_fields`, responses may lack fields that are required here.',
].join(' ');

/** Generates the document of all routes, in slices between which other requests are served. `rest` is the URL of the REST root. */
export async function makeOpenApi(
  { routes, spelling }: Pick<RouteTable, 'routes' | 'spelling'>,
  rest: string,
  version: string,
): Promise<OpenApi> {
  const yielder = new EventLoopYielder();
  const names = namesOfRecords(routes);
  const paths: Record<string, Readonly<Record<string, OpenApiOperation>>> = {};
  for (const route of routes) {
    paths[pathOf(route)] = operationsOf(route, names, spelling);
    await yielder.turn();
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Octavo', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: rest }],
    tags: tagsOf(routes, names),
    paths,
    components: {
      schemas: { ...(await schemasOf(routes, names, yielder)), link: linkSchema, error: errorSchema },
      parameters: commonComponents(),
      headers: headerComponents(spelling),
      responses: errorComponents(routes, spelling),
      securitySchemes: {
        applicationPassword: {
          type: 'http',
          scheme: 'basic',
          description: 'A username or email address, and an application password of that user.',
        },
      },
    },
    security: [{}, { applicationPassword: [] }],
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

function tagsOf(routes: readonly BoundRoute[], names: ReadonlyMap<Resource, string>): OpenApi['tags'] {
  const tags = new Map<string, string>();
  for (const route of routes) {
    const { resource, namespace } = route;
    const text = names.has(resource)
      ? `${nounOf(resource).many}, in ${namespace}.`
      : namespace === ''
        ? 'Routes without a namespace.'
        : `Routes of the namespace ${namespace}.`;
    tags.set(tagOf(route, names), text.charAt(0).toUpperCase() + text.slice(1));
  }
  return [...tags].map(([name, text]) => ({ name, description: text }));
}

const operationsOf = (
  route: BoundRoute,
  names: ReadonlyMap<Resource, string>,
  spelling: Spelling,
): Record<string, OpenApiOperation> =>
  Object.fromEntries(
    route.endpoints.flatMap((endpoint) =>
      endpoint.declared.methods.map((method) => [
        method.toLowerCase(),
        operationOf(route, endpoint, method, names, spelling),
      ]),
    ),
  );

function operationOf(
  route: BoundRoute,
  endpoint: BoundEndpoint,
  method: Method,
  names: ReadonlyMap<Resource, string>,
  spelling: Spelling,
): OpenApiOperation {
  const { summary, description, responseDescription } = describeOperation(route, endpoint, method);
  const { path, others } = parametersOf(route, endpoint);
  const hasBody = (updateMethods as readonly Method[]).includes(method);
  const inQuery = hasBody ? [] : others.map(([name, schema]) => queryParameter(name, schema));
  return {
    operationId: operationId(method, route),
    tags: [tagOf(route, names)],
    summary,
    description,
    parameters: [...path, ...inQuery, ...commonOf(route, endpoint, method)],
    ...(hasBody ? { requestBody: bodyOf(others, endpoint) } : {}),
    responses: responsesOf(route, endpoint, method, { names, spelling }, responseDescription),
  };
}
