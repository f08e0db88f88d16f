// Parameters and headers that requests to many routes take, whatever their endpoints declare (protocol.md §3.3, §6 to §8). They
// are told by the OpenAPI document alone: the index lists what an endpoint has of its own.
import { type TSchema, Type, texts, words } from './schema.ts';

/** The requests that take a parameter. */
export type TakenBy =
  /** All whose response is JSON. */
  | 'all'
  /** Those whose response has records with links that can be followed. */
  | 'embedding'
  /** Those that read. */
  | 'reading'
  /** Those by POST. */
  | 'posting'
  /** Those that change or delete what is at the address. */
  | 'changing'
  /** Those that take files. */
  | 'uploading';

export interface CommonParameter {
  readonly in: 'query' | 'header';
  readonly takenBy: TakenBy;
  readonly schema: TSchema;
}

/** It counts as soon as it is there; its value does not. */
const flag = (description: string) => Type.Unsafe<1>({ type: 'integer', enum: [1], description });

export const commonParameters: Readonly<Record<string, CommonParameter>> = {
  _fields: {
    in: 'query',
    takenBy: 'all',
    schema: texts({
      description:
        'Only these fields of the response, which then may lack fields that are declared as required. A name with dots reaches into an object: `title.rendered`.',
    }),
  },
  _embed: {
    in: 'query',
    takenBy: 'embedding',
    schema: texts({
      description: 'Adds what these links lead to, in `_embedded`: names of relations, or `1` for all.',
    }),
  },
  _etags: {
    in: 'query',
    takenBy: 'embedding',
    schema: flag(
      'Adds to the self link of each item that the caller may change the `ETag` of its state, in `targetHints.etag`.',
    ),
  },
  _envelope: {
    in: 'query',
    takenBy: 'all',
    schema: flag('Sends status, headers and body together as `{status, headers, body}`, with the status 200.'),
  },
  _jsonp: {
    in: 'query',
    takenBy: 'reading',
    schema: Type.String({
      description: 'Sends a script that calls this function with the response.',
      pattern: '^[\\w.]+$',
    }),
  },
  _pretty: { in: 'query', takenBy: 'all', schema: flag('Sends indented JSON.') },
  _method: {
    in: 'query',
    takenBy: 'posting',
    schema: words(['GET', 'PUT', 'PATCH', 'DELETE'], {
      description:
        'The method that the request stands for, from clients that can only send POST. The header `X-HTTP-Method-Override` does the same.',
    }),
  },
  'If-None-Match': {
    in: 'header',
    takenBy: 'reading',
    schema: Type.String({
      description: 'The `ETag` of a known response: 304 without a body where it is still the same.',
    }),
  },
  'If-Match': {
    in: 'header',
    takenBy: 'changing',
    schema: Type.String({
      description: 'The `ETag` of the state that the change is based on: 412 where the present state is another.',
    }),
  },
  'Content-Disposition': {
    in: 'header',
    takenBy: 'uploading',
    schema: Type.String({
      description:
        'The name of a file that is the body itself: `attachment; filename=photo.jpg`. Forms have it in their parts.',
    }),
  },
};

/** Headers of responses, by their names. */
export const responseHeaders = {
  'X-CMS-Total': Type.Integer({ description: 'How many items the list has on all its pages.' }),
  'X-CMS-TotalPages': Type.Integer({ description: 'How many pages the list has.' }),
  Link: Type.String({
    description: 'The REST root; of lists, the next and the previous page; of entries, their page.',
  }),
  Allow: Type.String({
    description: 'The methods that the caller may use at this address; absent where there is none.',
  }),
  ETag: Type.String({
    description: 'Names these bytes, for `If-None-Match`, and the state behind them, for `If-Match`.',
  }),
  Location: Type.String({ description: 'The address of what was created.', format: 'uri' }),
  'Retry-After': Type.Integer({ description: 'After how many seconds trying again may help.' }),
  'X-CMS-Credential': words(['refused'], {
    description: 'Credentials were sent and are wrong; the request was handled as an anonymous one.',
  }),
} as const satisfies Readonly<Record<string, TSchema>>;
