// Reads the error codes of endpoints, which `npm run errors` collects from the sources.
import { readFile } from 'node:fs/promises';
import type { Spelling } from '../../../contract/names/spelling.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';

/** Messages by error code, by operation or permission. */
type MessagesByName = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The content of errors.json. */
interface ErrorsFile {
  /** The messages of each code by status, and advice for callers that is specific to the code. */
  readonly codes: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, readonly string[]>>; readonly advice?: string }>
  >;
  /** The codes that the code of a module mentions, with the messages in the same files. */
  readonly modules: Readonly<
    Record<string, { readonly operations: MessagesByName; readonly permissions: MessagesByName }>
  >;
}

/** Descriptions of codes that most operations may return, by status. */
export const commonCodes: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  400: {
    rest_invalid_param: 'Parameters are invalid. `data.params` and `data.details` name them.',
    rest_missing_callback_param: 'Required parameters are missing. `data.params` names them.',
    rest_invalid_json: 'The body is not valid JSON in UTF-8.',
    rest_too_many_parameters: 'The request has too many parameters, or they are nested too deeply.',
  },
  403: {
    rest_cookie_invalid_nonce: 'The nonce of the session is invalid or has expired.',
    rest_application_password_read_only: 'The application password may only read.',
    rest_application_password_out_of_scope: 'The application password may not be used in this namespace.',
  },
  404: { rest_no_route: 'No route has this path and method.' },
  412: { rest_precondition_failed: 'The state of the item does not match `If-Match`.' },
  413: { rest_body_too_large: 'The body is too large.' },
  429: { rest_too_many_failed_attempts: 'Too many wrong credentials were sent from this address.' },
  500: { internal_server_error: 'An unexpected error occurred. The message contains its ID in the log.' },
  503: {
    rest_node_outdated: 'The node is of an older version than the database.',
    rest_storage_busy: 'The database is locked by another write.',
    rest_storage_full: 'The storage is full.',
    rest_storage_unavailable: 'The storage is unreachable.',
    rest_too_busy: 'The service is overloaded.',
  },
};

/** The error codes of a service in one spelling. */
export interface ErrorCodes {
  /** Returns the statuses of the errors that are specific to an endpoint. */
  statusesOf(route: BoundRoute, endpoint: BoundEndpoint): readonly number[];
  /** Describes the codes that an endpoint may return with a status, as a Markdown list; empty if none are specific to it. */
  describe(route: BoundRoute, endpoint: BoundEndpoint, status: number): string;
}

/** Maximum number of messages that describe a code, if none of them are known to belong to the endpoint. */
const maxUnrelatedMessages = 2;

/** Reads the error codes. Throws the system error if the file is missing. */
export async function readErrorCodes({ errorCode }: Spelling): Promise<ErrorCodes> {
  const { codes, modules } = JSON.parse(
    await readFile(new URL('./errors.json', import.meta.url), 'utf8'),
  ) as ErrorsFile;
  const codesOf = ({ source }: BoundRoute, { declared }: BoundEndpoint): Map<string, readonly string[]> => {
    const { operations, permissions } = modules[source.module.name] ?? {};
    const found = new Map<string, readonly string[]>();
    for (const messages of [operations?.[declared.operation], permissions?.[declared.permission]])
      for (const [code, texts] of Object.entries(messages ?? {}))
        found.set(code, [...(found.get(code) ?? []), ...texts]);
    return found;
  };
  const describeCode = (code: string, status: number, own: readonly string[]): string => {
    const { messages, advice } = codes[code] ?? {};
    const all = messages?.[status] ?? [];
    const related = all.filter((message) => own.includes(message));
    const texts = related.length > 0 || all.length > maxUnrelatedMessages ? related : all;
    const description = [...texts, advice].filter(Boolean).join(' ') || (commonCodes[status]?.[code] ?? '');
    return `- \`${errorCode(code)}\`${description === '' ? '' : `: ${description}`}`;
  };
  return {
    statusesOf: (route, endpoint) =>
      [...codesOf(route, endpoint).keys()].flatMap((code) => Object.keys(codes[code]?.messages ?? {}).map(Number)),
    describe: (route, endpoint, status) =>
      [...codesOf(route, endpoint)]
        .filter(([code]) => codes[code]?.messages[status])
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([code, own]) => describeCode(code, status, own))
        .join('\n'),
  };
}

/** Describes the codes that most operations may return with a status, as a Markdown list; empty if there are none. */
export const describeCommon = (status: number): string =>
  Object.entries(commonCodes[status] ?? {})
    .map(([code, text]) => `- \`${code}\`: ${text}`)
    .join('\n');
