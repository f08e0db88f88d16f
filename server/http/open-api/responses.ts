// Describes the responses of operations: successful responses with their headers, and errors.
import { responseHeaders } from '../../../contract/grammar/common-parameters.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { describeCommon, type ErrorCodes } from './error-codes.ts';
import { type Example, exampleOf } from './examples.ts';
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

const describeStatus = (status: number): ErrorDescription =>
  errorDescriptions[status] ?? { description: 'The request failed.' };

/** Returns the error responses with codes that most operations may return, for the components of the document. */
export function errorComponents(
  routes: readonly BoundRoute[],
  codes: ErrorCodes,
  spelling: Spelling,
): Readonly<Record<string, object>> {
  const statuses = routes.flatMap((route) =>
    route.endpoints.flatMap((endpoint) =>
      endpoint.declared.methods.flatMap((method) => errorsOf(route, endpoint, method, codes)),
    ),
  );
  return Object.fromEntries(
    [...new Set(statuses)].sort().map((status) => {
      const { description, headers = [] } = describeStatus(status);
      const text = joinParagraphs(description, describeCommon(status));
      return [errorName(status), { description: text, ...headersOf(headers, spelling), content: json(refTo('error')) }];
    }),
  );
}

const joinParagraphs = (...paragraphs: readonly string[]): string => paragraphs.filter(Boolean).join('\n\n');

/** Returns an error response of an operation: one that most operations share, or one with the codes and the example of the operation. */
function errorResponse(
  route: BoundRoute,
  endpoint: BoundEndpoint,
  status: number,
  { codes, example, spelling }: ResponseContext,
): object {
  const specific = codes.describe(route, endpoint, status);
  const body = example?.responses[status];
  if (specific === '' && body === undefined) return { $ref: `#/components/responses/${errorName(status)}` };
  const { description, headers = [] } = describeStatus(status);
  return {
    description: joinParagraphs(description, specific),
    ...headersOf(headers, spelling),
    content: json(refTo('error'), exampleOf(body)),
  };
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

/** Data from which the responses of an operation are derived. */
export interface ResponseContext {
  readonly names: ReadonlyMap<Resource, string>;
  readonly spelling: Spelling;
  readonly codes: ErrorCodes;
  readonly example: Example | undefined;
}

/** Returns the responses of an operation. `description` describes the successful response. */
export function responsesOf(
  route: BoundRoute,
  endpoint: BoundEndpoint,
  method: Method,
  context: ResponseContext,
  description: string,
): Readonly<Record<string, object>> {
  const { names, spelling, codes, example } = context;
  const success = (status: number) => {
    const summary = example?.query && `The response to \`?${example.query}\`. Long lists and texts are shortened.`;
    return {
      description,
      ...headersOf(headersOfSuccess(route, endpoint, method, status), spelling),
      content: contentOf(
        responseSchema(route.resource, endpoint, names),
        endpoint,
        exampleOf(example?.responses[status], summary),
      ),
    };
  };
  return {
    ...Object.fromEntries(successStatusesOf(endpoint, method).map((status) => [status, success(status)])),
    ...Object.fromEntries(
      errorsOf(route, endpoint, method, codes).map((status) => [
        status,
        errorResponse(route, endpoint, status, context),
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
function contentOf(schema: Schema, { declared: { file, xml } }: BoundEndpoint, examples: object): object {
  if (file === undefined)
    return { ...json(schema, examples), ...(xml && { 'text/xml': { schema: { type: 'string' } } }) };
  if (file === 'application/json') return json({});
  return { [file]: { schema: file.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } } };
}

/** Returns content in JSON; `examples` is the keyword with that name, if there is an example. */
export const json = (schema: Schema, examples: object = {}) => ({ 'application/json': { schema, ...examples } });

/** Returns the status codes of the errors that an endpoint may return. */
function errorsOf(route: BoundRoute, endpoint: BoundEndpoint, method: Method, codes: ErrorCodes): number[] {
  const { path } = route.declared;
  const { declared } = endpoint;
  const changes = method !== 'GET';
  const statuses = [
    ...[400, 413, 429, 500, 503],
    // A public endpoint may still require permissions for a context.
    ...(declared.permission === 'everyone' && !('context' in declared.parameters) ? [] : [401, 403]),
    ...(path.includes('<') || !/^(list|create)-/.test(declared.operation) ? [404] : []),
    ...(changes ? [412] : []),
    ...(method === 'DELETE' ? [410, 501] : []),
    ...(declared.refuses ?? []),
    ...codes.statusesOf(route, endpoint),
  ];
  return [...new Set(statuses)].sort();
}
