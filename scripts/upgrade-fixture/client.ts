// Provides an HTTP client for a running service. It sends and parses JSON, and throws if the status is unexpected.

// biome-ignore lint/suspicious/noExplicitAny: bodies have any shape; tests fail visibly where a property is missing.
export type Body = any;

/** A response. Its body is parsed if it is JSON. */
export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The body as it was received. */
  readonly bytes: Buffer;
}

interface RequestOptions {
  readonly json?: unknown;
  /** A body that is sent unchanged, instead of JSON. */
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client that sends all requests with the same credentials, or without any. */
export class Client {
  readonly #root: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `root` is the URL of the REST root without a trailing slash. `headers` are sent with every request. */
  constructor(root: string, headers: Readonly<Record<string, string>> = {}) {
    this.#root = root;
    this.#headers = headers;
  }

  /** Returns a client of the same service that authenticates with an application password. */
  as(login: string, applicationPassword: string): Client {
    const credentials = Buffer.from(`${login}:${applicationPassword}`).toString('base64');
    return new Client(this.#root, { authorization: `Basic ${credentials}` });
  }

  /** Returns a client with the same credentials whose requests have an X-Forwarded-For header with this IP address. */
  from(address: string): Client {
    return new Client(this.#root, { ...this.#headers, 'x-forwarded-for': address });
  }

  /** Sends a request and returns the response, regardless of its status. `path` is relative to the REST root. */
  async send(method: string, path: string, { json, body, headers = {} }: RequestOptions = {}): Promise<ClientResponse> {
    const isJson = json !== undefined;
    const response = await fetch(`${this.#root}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...this.#headers, ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(isJson ? { body: JSON.stringify(json) } : body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJsonResponse = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJsonResponse && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes.toString(),
    };
  }

  /** Creates a record and returns it. Throws unless the status is 201. */
  create(path: string, json: unknown): Promise<Body> {
    return this.#expect(201, 'POST', path, { json });
  }

  /** Sends a POST request, which updates a record or runs an operation. Returns the body. Throws unless the status is 200. */
  update(path: string, json: unknown): Promise<Body> {
    return this.#expect(200, 'POST', path, { json });
  }

  /** Moves a record to the trash, or deletes it permanently if `path` has `force=true`. Throws unless the status is 200. */
  delete(path: string): Promise<Body> {
    return this.#expect(200, 'DELETE', path);
  }

  /** Reads a record or a list and returns it. Throws unless the status is 200. */
  get(path: string): Promise<Body> {
    return this.#expect(200, 'GET', path);
  }

  /** Uploads a file as the body of a request and returns the media item. Throws unless the status is 201. */
  upload(name: string, bytes: Uint8Array, type: string, query = ''): Promise<Body> {
    const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
    return this.#expect(201, 'POST', `/cms/v2/media${query}`, { body: new Uint8Array(bytes), headers });
  }

  /** Sends a multipart form and returns the created record. Throws unless the status is 201. */
  submit(path: string, form: FormData): Promise<Body> {
    return this.#expect(201, 'POST', path, { body: form });
  }

  async #expect(status: number, method: string, path: string, options: RequestOptions = {}): Promise<Body> {
    const response = await this.send(method, path, options);
    if (response.status !== status)
      throw new Error(
        `${method} ${path} returned ${response.status} instead of ${status}: ${response.bytes.toString().slice(0, 500)}`,
      );
    return response.body;
  }
}
