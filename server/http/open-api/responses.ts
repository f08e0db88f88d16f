// Responses of operations: success, with its headers, and errors.
import { responseHeaders } from '../../../contract/grammar/common-parameters.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { answerSchema, hasTotals, statusesOf } from './answers.ts';
import { refTo } from './names.ts';
import { receivedSchema, type Schema } from './schema.ts';

type HeaderName = keyof typeof responseHeaders;

interface ErrorDescription {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
}

/** The errors of operations, by their statuses. */
const errors: Readonly<Record<number, ErrorDescription>> = {
  400: { description: 'The request has parameters that are missing or invalid, or asks for what cannot be done.' },
  401: {
    description: 'The request needs credentials, or those that were sent are wrong.',
    headers: ['X-CMS-Credential'],
  },
  403: { description: 'The caller is not allowed to do this.' },
  404: { description: 'There is nothing at this address.' },
  405: { description: 'What is at this address is requested by another method.' },
  409: { description: 'Something else was done in the meantime, or must be done first.' },
  410: { description: 'It is in the trash already.' },
  412: { description: 'The present state is not the one that `If-Match` names.' },
  413: { description: 'The body is too large.' },
  429: { description: 'There were too many requests of this kind.', headers: ['Retry-After', 'X-CMS-Credential'] },
  500: { description: 'Something went wrong in the service; the message has the ID of the error in the log.' },
  501: { description: 'This cannot be moved to the trash without `force`, or is not supported here.' },
  503: { description: 'The service is overloaded, or its storage cannot be reached.', headers: ['Retry-After'] },
};

const errorName = (status: number): string => `error-${status}`;

/** The error responses of all operations, for the components of the document. */
export function errorComponents(routes: readonly BoundRoute[], spelling: Spelling): Readonly<Record<string, object>> {
  const statuses = routes.flatMap((route) =>
    route.endpoints.flatMap((endpoint) =>
      endpoint.declared.methods.flatMap((method) => errorsOf(route, endpoint, method)),
    ),
  );
  return Object.fromEntries(
    [...new Set(statuses)].sort().map((status) => {
      const { description, headers = [] }: ErrorDescription = errors[status] ?? { description: 'The request failed.' };
      return [errorName(status), { description, ...headersOf(headers, spelling), content: json(refTo('error')) }];
    }),
  );
}

/** The headers, for the components of the document. */
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

/** The responses of an operation. `description` says what success responds with. */
export function responsesOf(
  route: BoundRoute,
  endpoint: BoundEndpoint,
  method: Method,
  { names, spelling }: { readonly names: ReadonlyMap<Resource, string>; readonly spelling: Spelling },
  description: string,
): Readonly<Record<string, object>> {
  const content = contentOf(answerSchema(route.resource, endpoint, names), endpoint);
  const success = (status: number) => ({
    description,
    ...headersOf(headersOfSuccess(route, endpoint, method, status), spelling),
    content,
  });
  return {
    ...Object.fromEntries(statusesOf(endpoint, method).map((status) => [status, success(status)])),
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
    // Of writes those who may change what they show are told its state.
    ...(method === 'DELETE' ? [] : (['ETag'] as const)),
    ...(status === 201 ? (['Location'] as const) : []),
  ];
}

/** JSON, or the file that stands in its place; XML beside it, where a parameter asks for that. */
function contentOf(schema: Schema, { declared: { file, xml } }: BoundEndpoint): object {
  if (file === undefined) return { ...json(schema), ...(xml && { 'text/xml': { schema: { type: 'string' } } }) };
  if (file === 'application/json') return json({});
  return { [file]: { schema: file.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } } };
}

export const json = (schema: Schema) => ({ 'application/json': { schema } });

/** The statuses of errors: of reading the request, of permissions, of what is not there, of the operation, of the storage. */
function errorsOf({ declared: { path } }: BoundRoute, { declared }: BoundEndpoint, method: Method): number[] {
  const changes = method !== 'GET';
  const statuses = [
    ...[400, 413, 429, 500, 503],
    // What is open to everyone may still be closed in one of its contexts.
    ...(declared.permission === 'everyone' && !('context' in declared.parameters) ? [] : [401, 403]),
    ...(path.includes('<') || !/^(list|create)-/.test(declared.operation) ? [404] : []),
    ...(changes ? [412] : []),
    ...(method === 'DELETE' ? [410, 501] : []),
    ...(declared.refuses ?? []),
  ];
  return [...new Set(statuses)].sort();
}
