// Sends the requests of the example site through one mount, and records their responses for the API reference.
import type { Method } from '../../contract/grammar/route.ts';
import { schemaAnnotationsOf, type TSchema } from '../../contract/grammar/schema.ts';
import { toText } from '../../server/http/json-text.ts';
import { isMandatory } from '../../server/http/open-api/parameters.ts';
import { makeRequest } from '../../server/http/request.ts';
import type { BoundEndpoint } from '../../server/http/routes.ts';
import { swapNames } from '../../test/any-request/spelling.ts';
import type { MediaSite } from '../../test/media-site.ts';
import type { Caller, TestResponse } from '../../test/site.ts';
import { shorten } from './shorten.ts';

/** A request that is recorded. Names and paths are native. */
export interface ExampleRequest {
  /** Values of the path parameters. */
  readonly names?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly json?: object;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
  readonly caller?: Caller;
  /** Called before the recorded request, after the requests that record errors. */
  readonly prepare?: () => Promise<unknown>;
}

/** The recorded examples of an endpoint. */
export interface Example {
  /** The query of the request. */
  readonly query?: string;
  /** The JSON body of the request. */
  readonly request?: unknown;
  /** Bodies of JSON responses by status code. */
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Response body of any shape. */
export type Body = TestResponse['body'];

type Received = Pick<TestResponse, 'status' | 'body'>;

/** Records examples at one mount of a site. */
export class Recorder {
  readonly site: MediaSite;
  /** Examples by route in the native spelling, such as `GET /cms/v2/posts/<id>`. */
  readonly examples = new Map<string, Example>();
  readonly #isCompatible: boolean;
  readonly #advanceClock: () => void;

  /** `advanceClock` is called before each request, so that no two records have the same timestamp. */
  constructor(site: MediaSite, isCompatible: boolean, advanceClock: () => void) {
    this.site = site;
    this.#isCompatible = isCompatible;
    this.#advanceClock = advanceClock;
  }

  /**
   * Records the response to a request by an administrator, and the errors of invalid variants of the request. Returns the body of the
   * response. Throws an error if the request fails.
   */
  async record(route: string, request: ExampleRequest = {}): Promise<Body> {
    const { method, path, endpoint } = this.#find(route);
    const responses: Record<string, unknown> = await this.#recordErrors(route, request);
    await request.prepare?.();
    let response = await this.#send(method, path, request);
    if (response.status === 501 && method === 'DELETE') {
      responses[501] = response.body;
      const query = [request.query, 'force=true'].filter(Boolean).join('&');
      response = await this.#send(method, path, { ...request, query });
    }
    if (response.status >= 300) throw new Error(`${route}: ${response.status} ${JSON.stringify(response.body)}`);
    if (endpoint.declared.file === undefined) responses[response.status] = shorten(response.body);
    const { query, json } = request;
    this.examples.set(route, { ...(query && { query }), ...(json && { request: json }), responses });
    return response.body;
  }

  /** Records only the errors of an endpoint whose requests never succeed on the example site. */
  async recordFailure(route: string, request: ExampleRequest = {}): Promise<void> {
    const { method, path } = this.#find(route);
    const responses = await this.#recordErrors(route, request);
    const { status, body } = await this.#send(method, path, request);
    if (status < 400) throw new Error(`${route}: ${status}, expected an error`);
    this.examples.set(route, { responses: { ...responses, [status]: body } });
  }

  /** Adds the error response to a request to the examples of a recorded route. */
  async addError(route: string, request: ExampleRequest): Promise<void> {
    const { method, path } = this.#find(route);
    const { status, body } = await this.#send(method, path, request);
    const example = this.examples.get(route);
    if (status < 400 || !example) throw new Error(`${route}: ${status}, expected an error of a recorded route`);
    this.examples.set(route, { ...example, responses: { ...example.responses, [status]: body } });
  }

  /** Sends a request whose response is not recorded, and returns the body. Throws an error if it fails. */
  async send(route: string, request: ExampleRequest = {}): Promise<Body> {
    const [method = '', path = ''] = route.split(' ');
    const { status, body } = await this.#send(method, path, request);
    if (status >= 300) throw new Error(`${route}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  #find(route: string): { method: Method; path: string; endpoint: BoundEndpoint } {
    const [method = '', path = ''] = route.split(' ');
    const bound = this.site.service.table.routes.find(({ declared }) => declared.path === path);
    const endpoint = bound?.endpointOf(method);
    if (!endpoint) throw new Error(`${route} does not exist.`);
    return { method: method as Method, path, endpoint };
  }

  /** Returns the error responses to variants of a request, by status. */
  async #recordErrors(route: string, request: ExampleRequest): Promise<Record<string, unknown>> {
    const { method, path, endpoint } = this.#find(route);
    const responses: Record<string, unknown> = {};
    const probe = async (expected: number, variant: ExampleRequest, headers: Readonly<Record<string, string>> = {}) => {
      const { status, body } = await this.#send(method, path, variant, headers);
      if (status === expected && typeof body?.code === 'string') responses[status] = body;
    };
    const isPublic =
      method === 'GET' ? false : endpoint.isOpenToAnonymous || endpoint.declared.permission === 'everyone';
    const invalid = invalidVariant(method, path, endpoint, request.file !== undefined);
    if (invalid) await probe(400, { ...request, ...invalid });
    if (!isPublic) await probe(401, { ...request, caller: 'anonymous' });
    if (!isPublic) await probe(403, { ...request, caller: 'subscriber' });
    const missing = missingNames(path, endpoint);
    if (missing) await probe(404, { ...request, names: { ...request.names, ...missing } });
    if (path.includes('<') && endpoint.declared.operation.startsWith('update-'))
      await probe(412, request, { 'if-match': '"stale"' });
    return responses;
  }

  async #send(
    method: string,
    path: string,
    request: ExampleRequest,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Received> {
    const { names = {}, query, json, file, caller = 'administrator' } = request;
    this.#advanceClock();
    const filled = path.replace(/<(\w+)>/g, (_all, name: string) => String(names[name]));
    const native = query === undefined ? filled : `${filled}?${query}`;
    const url = this.#isCompatible ? swapNames(native) : native;
    if (file) return this.#upload(caller, method, url, file);
    const body = json && this.#isCompatible ? JSON.parse(swapNames(JSON.stringify(json))) : json;
    const send = this.#isCompatible ? this.site.requestCompatible : this.site.request;
    return send(caller, method, url, body, headers);
  }

  /** Sends a file as the body of a request. */
  async #upload(
    caller: Caller,
    method: string,
    url: string,
    { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  ): Promise<Received> {
    const authorization = this.site.authorizationOf(caller);
    const api = this.#isCompatible ? this.site.service.openCompatible() : this.site.service;
    const headers = {
      ...(authorization && { authorization }),
      'content-length': String(bytes.length),
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
    };
    const { status, body } = await api.dispatch(makeRequest(method, url, { headers, stream: streamOf(bytes) }));
    return { status, body: body === undefined ? undefined : JSON.parse(toText(body)) };
  }
}

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns a body or query that lacks the required parameters or, if there are none, has an invalid value; undefined if there is neither. */
function invalidVariant(
  method: Method,
  path: string,
  { parameters }: BoundEndpoint,
  isFile: boolean,
): Pick<ExampleRequest, 'query' | 'json'> | undefined {
  const others = Object.entries(parameters).filter(
    ([name, schema]) => !path.includes(`<${name}>`) && !schemaAnnotationsOf(schema).unlisted,
  );
  const hasBody = method !== 'GET' && method !== 'DELETE';
  if (others.some(([, schema]) => isMandatory(schema))) return hasBody && !isFile ? { json: {} } : { query: '' };
  const [name] = others.find(([, schema]) => rejectsText(schema)) ?? [];
  if (name === undefined) return undefined;
  return hasBody ? { json: { [name]: 'invalid' } } : { query: `${name}=invalid` };
}

const rejectsText = (schema: TSchema): boolean => {
  const { type, enum: values } = schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  return type === 'integer' || type === 'boolean' || (type === 'string' && values !== undefined);
};

/** Returns a value of the last path parameter that no record has. */
function missingNames(
  path: string,
  { parameters }: BoundEndpoint,
): Readonly<Record<string, string | number>> | undefined {
  const name = [...path.matchAll(/<(\w+)>/g)].at(-1)?.[1];
  if (name === undefined) return undefined;
  if (name === 'uuid') return { uuid: '00000000-0000-4000-8000-000000000000' };
  const { type } = (parameters[name] ?? {}) as { readonly type?: unknown };
  return { [name]: type === 'integer' ? 999_999 : 'missing' };
}
