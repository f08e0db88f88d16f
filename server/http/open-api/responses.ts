// Describes the responses of operations: successful responses with their headers, and errors.
import { responseHeaders } from '../../../contract/grammar/common-parameters.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { refTo } from './names.ts';
import { hasTotals, responseSchema, successStatusesOf } from './response-types.ts';
import { receivedSchema, type Schema } from './schema.ts';

type HeaderName = keyof typeof responseHeaders;

interface ErrorDescription {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
}

/** Descriptions of errors by status code. */
const errorDescriptions: Readonly<Record<number, ErrorDescription>> = {
  400: { description: 'Parameters are missing or invalid, or the requested operation is not possible.' },
  401: {
    description: 'Credentials are required, or the submitted credentials are wrong.',
    headers: ['X-CMS-Credential'],
  },
  403: { description: 'The caller is not allowed to do this.' },
  404: { description: 'The resource does not exist.' },
  405: { description: 'The resource does not support this method.' },
  409: { description: 'The request conflicts with another one, or with the state of the resource.' },
  410: { description: 'The item is already in the trash.' },
  412: { description: 'The current state of the item does not match `If-Match`.' },
  413: { description: 'The request body is too large.' },
  429: { description: 'Too many requests.', headers: ['Retry-After', 'X-CMS-Credential'] },
  500: { description: 'Internal server error. The message contains the ID of the error in the log.' },
  501: { description: 'The item cannot be moved to the trash (use `force`), or the operation is not supported.' },
  503: { description: 'The service is overloaded, or its storage is unavailable or full.', headers: ['Retry-After'] },
};

const errorName = (status: number): string => `error-${status}`;

/** Returns the error responses of all operations, for the components of the document. */
export function errorComponents(routes: readonly BoundRoute[], spelling: Spelling): Readonly<Record<string, object>> {
  const statuses = routes.flatMap((route) =>
    route.endpoints.flatMap((endpoint) =>
      endpoint.declared.methods.flatMap((method) => errorsOf(route, endpoint, method)),
    ),
  );
  return Object.fromEntries(
    [...new Set(statuses)].sort().map((status) => {
      const { description, headers = [] }: ErrorDescription = errorDescriptions[status] ?? {
        description: 'The request failed.',
      };
      return [errorName(status), { description, ...headersOf(headers, spelling), content: json(refTo('error')) }];
    }),
  );
}

/** Returns the response headers, for the components of the document. */
export const headerComponents = ({ header }: Spelling): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(responseHeaders).map(([name, declared]) => {
      const { description, ...schema } = receivedSchema(declared);
      return [header(name), { description, schema }];
    }),
  );

const headersOf = (names: readonly HeaderName[], { header }: Spelling) =>
  names.length > 0
    ? {
        headers: Object.fromEntries(
          names.map((name) => [header(name), { $ref: `#/components/headers/${header(name)}` }]),
        ),
      }
    : {};

/** Returns the responses of an operation. `description` describes the successful response. */
export function responsesOf(
  route: BoundRoute,
  endpoint: BoundEndpoint,
  method: Method,
  { names, spelling }: { readonly names: ReadonlyMap<Resource, string>; readonly spelling: Spelling },
  description: string,
): Readonly<Record<string, object>> {
  const content = contentOf(responseSchema(route.resource, endpoint, names), endpoint);
  const success = (status: number) => ({
    description,
    ...headersOf(headersOfSuccess(route, endpoint, method, status), spelling),
    content,
  });
  return {
    ...Object.fromEntries(successStatusesOf(endpoint, method).map((status) => [status, success(status)])),
    ...Object.fromEntries(
      errorsOf(route, endpoint, method).map((status) => [
        status,
        { $ref: `#/components/responses/${errorName(status)}` },
      ]),
    ),
  };
}

function headersOfSuccess(route: BoundRoute, endpoint: BoundEndpoint, method: Method, status: number): HeaderName[] {
  return [
    ...(hasTotals(route, endpoint) ? (['X-CMS-Total', 'X-CMS-TotalPages'] as const) : []),
    ...(['Link', 'Allow', 'X-CMS-Credential'] as const),
    // Responses to reads have an ETag, and so have responses to POST, PUT and PATCH, with the state of the item.
    ...(method === 'DELETE' ? [] : (['ETag'] as const)),
    ...(status === 201 ? (['Location'] as const) : []),
  ];
}

/** Returns the content of a response: JSON or a file, and XML if a parameter selects it. */
function contentOf(schema: Schema, { declared: { file, xml } }: BoundEndpoint): object {
  if (file === undefined) return { ...json(schema), ...(xml && { 'text/xml': { schema: { type: 'string' } } }) };
  if (file === 'application/json') return json({});
  return { [file]: { schema: file.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } } };
}

/** Returns the content of a JSON body with this schema. */
export const json = (schema: Schema) => ({ 'application/json': { schema } });

/** Returns the status codes of the errors that an endpoint may return. */
function errorsOf({ declared: { path } }: BoundRoute, { declared }: BoundEndpoint, method: Method): number[] {
  const changes = method !== 'GET';
  const statuses = [
    ...[400, 413, 429, 500, 503],
    // A public endpoint may still require permissions for a context.
    ...(declared.permission === 'everyone' && !('context' in declared.parameters) ? [] : [401, 403]),
    ...(path.includes('<') || !/^(list|create)-/.test(declared.operation) ? [404] : []),
    ...(changes ? [412] : []),
    ...(method === 'DELETE' ? [410, 501] : []),
    ...(declared.refuses ?? []),
  ];
  return [...new Set(statuses)].sort();
}
