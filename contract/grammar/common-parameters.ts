// Declares the parameters and headers that many routes accept without declaring them (protocol.md §3.3, §6 to §8). Only the OpenAPI
// document describes them; the index lists only the declared parameters of endpoints.
import { enumOf, strings, type TSchema, Type } from './schema.ts';

/** The requests that accept a parameter. */
export type AcceptedBy =
  /** Requests with a JSON response. */
  | 'all'
  /** Requests whose response contains records with embeddable links. */
  | 'embedding'
  /** GET requests. */
  | 'reading'
  /** POST requests. */
  | 'posting'
  /** Requests that update or delete an item. */
  | 'changing'
  /** Requests that upload files. */
  | 'uploading';

export interface CommonParameter {
  readonly in: 'query' | 'header';
  readonly acceptedBy: AcceptedBy;
  readonly schema: TSchema;
}

/** Declares a parameter that takes effect when it is present, whatever its value. */
const flag = (description: string) => Type.Unsafe<1>({ type: 'integer', enum: [1], description });

export const commonParameters: Readonly<Record<string, CommonParameter>> = {
  _fields: {
    in: 'query',
    acceptedBy: 'all',
    schema: strings({
      description:
        'Limits the response to these fields; the response may then lack fields that are declared as required. Dots select nested properties: `title.rendered`.',
    }),
  },
  _embed: {
    in: 'query',
    acceptedBy: 'embedding',
    schema: strings({
      description: 'The relations of the links whose targets are embedded in `_embedded`; `1` for all.',
    }),
  },
  _etags: {
    in: 'query',
    acceptedBy: 'embedding',
    schema: flag(
      'Adds `targetHints.etag` to the self link of each item that the caller may change: the `ETag` to send as `If-Match`.',
    ),
  },
  _envelope: {
    in: 'query',
    acceptedBy: 'all',
    schema: flag('Wraps the response as `{status, headers, body}`, with the status 200.'),
  },
  _jsonp: {
    in: 'query',
    acceptedBy: 'reading',
    schema: Type.String({
      description: 'Returns a script that calls this function with the response (JSONP).',
      pattern: '^[\\w.]+$',
    }),
  },
  _pretty: { in: 'query', acceptedBy: 'all', schema: flag('Indents the JSON.') },
  _method: {
    in: 'query',
    acceptedBy: 'posting',
    schema: enumOf(['GET', 'PUT', 'PATCH', 'DELETE'], {
      description:
        'Overrides the method, for clients that can only send POST. The header `X-HTTP-Method-Override` has the same effect.',
    }),
  },
  'If-None-Match': {
    in: 'header',
    acceptedBy: 'reading',
    schema: Type.String({
      description: 'The `ETag` of a cached response. If it is still valid, the response is 304 without a body.',
    }),
  },
  'If-Match': {
    in: 'header',
    acceptedBy: 'changing',
    schema: Type.String({
      description:
        'The `ETag` of the state that the change is based on. If the state has changed, the response is 412.',
    }),
  },
  'Content-Disposition': {
    in: 'header',
    acceptedBy: 'uploading',
    schema: Type.String({
      description:
        'The name of a file that is sent as the body: `attachment; filename=photo.jpg`. In multipart forms, it is a header of the part.',
    }),
  },
};

/** Response headers by name. */
export const responseHeaders = {
  'X-CMS-Total': Type.Integer({ description: 'The total number of items in the list.' }),
  'X-CMS-TotalPages': Type.Integer({ description: 'The total number of pages in the list.' }),
  Link: Type.String({
    description:
      'Links to the REST root, to the next and the previous page of a list, and to the public page of an entry.',
  }),
  Allow: Type.String({
    description: 'The methods that the caller may use at this URL; absent if there are none.',
  }),
  ETag: Type.String({
    description: 'Identifies the response, for `If-None-Match`, and the state of the item, for `If-Match`.',
  }),
  Location: Type.String({ description: 'The URL of the created item.', format: 'uri' }),
  'Retry-After': Type.Integer({ description: 'The number of seconds after which the client may retry.' }),
  'X-CMS-Credential': enumOf(['refused'], {
    description: 'Sent if the submitted credentials are wrong and the request was therefore handled as anonymous.',
  }),
} as const satisfies Readonly<Record<string, TSchema>>;
