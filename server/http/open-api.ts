// The service as an OpenAPI 3.1 document, made from the declarations that also make the index and OPTIONS.
import { isRequired } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { changing, type Method } from '../../contract/grammar/route.ts';
import { notesOf, type TSchema } from '../../contract/grammar/schema.ts';
import { EventLoopYielder } from './event-loop.ts';
import { argumentOf, bodySchemaOf, errorSchema, recordOf, type Schema } from './open-api-schema.ts';
import type { BoundEndpoint, BoundRoute, RouteTable } from './routes.ts';

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
  readonly security?: readonly object[];
}

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, object>>;
  readonly security: readonly object[];
}

/** The document of all routes, made in slices between which others are served; `rest` is the REST root's address. */
export async function makeOpenApi(table: RouteTable, rest: string, version: string): Promise<OpenApi> {
  const yielder = new EventLoopYielder();
  const withRecords = table.routes.map(({ resource }) => resource).filter(hasRecords);
  const records: Record<string, Schema> = {};
  for (const [name, resource] of new Map(withRecords.map((each) => [nameOf(each), each]))) {
    records[name] = recordOf(resource);
    await yielder.turn();
  }
  const paths: Record<string, Readonly<Record<string, OpenApiOperation>>> = {};
  for (const route of table.routes) {
    paths[pathOf(route)] = operationsOf(route);
    await yielder.turn();
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version,
      description:
        'A content service. Reading what is published needs no credentials; writing needs an application password.',
    },
    servers: [{ url: rest }],
    paths,
    components: {
      schemas: { ...records, error: errorSchema },
      responses: { refused: { description: 'Refused.', content: json({ $ref: '#/components/schemas/error' }) } },
      securitySchemes: { applicationPassword: { type: 'http', scheme: 'basic' } },
    },
    security: [{}, { applicationPassword: [] }],
  };
}

const hasRecords = ({ fields }: Resource): boolean => Object.keys(fields).length > 0;
const nameOf = ({ title }: Resource): string => title;
const pathOf = ({ declared }: BoundRoute): string => declared.path.replace(/<(\w+)>/g, '{$1}');

function operationsOf(route: BoundRoute): Record<string, OpenApiOperation> {
  return Object.fromEntries(
    route.endpoints.flatMap((endpoint) =>
      endpoint.declared.methods.map((method) => [method.toLowerCase(), operationOf(route, endpoint, method)]),
    ),
  );
}

/** Read by clients' generators as a name of a function: the method and the words of the path. */
const idOf = (method: Method, { declared }: BoundRoute): string =>
  [method.toLowerCase(), ...declared.path.replace(/[<>]/g, '').split(/[^\w]+/)].filter((word) => word !== '').join('_');

function operationOf(route: BoundRoute, endpoint: BoundEndpoint, method: Method): OpenApiOperation {
  const inPath = new Set([...route.declared.path.matchAll(/<(\w+)>/g)].map(([, name = '']) => name));
  const all = Object.entries(endpoint.parameters).filter(([, schema]) => !notesOf(schema).unlisted);
  const hasBody = (changing as readonly Method[]).includes(method);
  const pathParameters = [...inPath].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name in endpoint.parameters ? argumentOf(endpoint.parameters[name] as TSchema) : { type: 'string' },
  }));
  const others = all.filter(([name]) => !inPath.has(name));
  const records = route.resource;
  return {
    operationId: idOf(method, route),
    tags: [hasRecords(records) ? records.title : route.namespace || 'root'],
    summary: `${endpoint.declared.operation.replaceAll('-', ' ')}`,
    parameters: hasBody
      ? pathParameters
      : [...pathParameters, ...others.map(([name, schema]) => inQuery(name, schema))],
    ...(hasBody ? { requestBody: bodyOf(others) } : {}),
    responses: {
      [statusOf(route, endpoint, method)]: { description: 'Done.', content: contentOf(records, endpoint) },
      ...Object.fromEntries(
        refusalsOf(route, endpoint, method).map((status) => [status, { $ref: '#/components/responses/refused' }]),
      ),
    },
  };
}

const contentOf = (resource: Resource, endpoint: BoundEndpoint): object =>
  endpoint.declared.file === undefined ? json(answerOf(resource, endpoint)) : { [endpoint.declared.file]: {} };

const json = (schema: Schema) => ({ 'application/json': { schema } });

/** Lists are sent as `name[]=1&name[]=2` or, where no value has a comma, `name=1,2`. */
const inQuery = (name: string, schema: TSchema): object => {
  const { description, ...shown } = argumentOf(schema) as { description?: string };
  return {
    name,
    in: 'query',
    required: isRequired(schema),
    ...(description ? { description } : {}),
    schema: shown,
    ...('type' in shown && shown.type === 'array' ? { style: 'form', explode: false } : {}),
  };
};

function bodyOf(parameters: readonly [string, TSchema][]): object {
  const required = parameters.filter(([, schema]) => isRequired(schema)).map(([name]) => name);
  const properties = Object.fromEntries(parameters.map(([name, schema]) => [name, bodySchemaOf(schema)] as const));
  return {
    required: required.length > 0,
    content: json({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) }),
  };
}

/** The statuses of refusals: of reading the request, of rules, of what is not there, of the operation, of the storage. */
function refusalsOf({ declared: { path } }: BoundRoute, { declared }: BoundEndpoint, method: Method): number[] {
  const changes = method !== 'GET';
  return [
    ...[400, 413, 500, 503],
    // What is open to everyone may still be closed in one of its contexts.
    ...(declared.permission === 'everyone' && !('context' in declared.parameters) ? [] : [401, 403]),
    ...(path.includes('<') || !/^(list|create)-/.test(declared.operation) ? [404] : []),
    ...(changes ? [412] : []),
    ...(method === 'DELETE' ? [410, 501] : []),
    ...(declared.refuses ?? []),
  ].sort();
}

const statusOf = ({ declared }: BoundRoute, endpoint: BoundEndpoint, method: Method): string => {
  if (declared.path === '/batch/v1') return '207';
  return method === 'POST' && endpoint.declared.operation.startsWith('create-') ? '201' : '200';
};

function answerOf(resource: Resource, { declared: { operation, answers } }: BoundEndpoint): Schema {
  if (!hasRecords(resource) || answers === 'object') return { type: 'object' };
  const record = { $ref: `#/components/schemas/${nameOf(resource)}` };
  if (answers === 'keyed') return { type: 'object', additionalProperties: record };
  if (answers === 'list' || operation.startsWith('list-')) return { type: 'array', items: record };
  if (!operation.startsWith('delete-')) return record;
  const deleted = {
    type: 'object',
    required: ['deleted'],
    properties: { deleted: { type: 'boolean' }, previous: record, count: { type: 'integer' } },
  };
  return { anyOf: [deleted, record] };
}
