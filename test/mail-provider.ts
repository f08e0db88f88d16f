// Starts a fake OAuth provider for tests. It issues codes and tokens according to RFC 6749, 7636 and 7009, or
// sends the responses that a test specifies.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running fake provider. */
export interface TestProvider {
  /** URL of the provider, without a path. */
  readonly root: string;
  /** Received requests, in order. */
  readonly requests: { readonly path: string; readonly form: Readonly<Record<string, string>> }[];
  /** Valid access tokens, mapped to their accounts. */
  readonly tokens: Map<string, string>;
  /** Grants the authorization requested by a URL. Returns the redirect URL. */
  allow(address: string): string;
  /** Denies the authorization requested by a URL, as if the user had. Returns the redirect URL. */
  deny(address: string): string;
  /** Function that sends all responses instead of the provider; undefined for regular responses. */
  respond: ((response: ServerResponse) => void) | undefined;
  /** Properties that override those of token responses. A property with the value undefined is omitted. */
  changes: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export const client = { client_id: 'site-1', client_secret: 'cl1ent-s3cret' };

export async function startProvider(account = 'box@provider.test'): Promise<TestProvider> {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const refreshTokens = new Set<string>();
  let count = 0;
  const sendJson = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const issueTokens = (form: Readonly<Record<string, string>>): [number, object] => {
    const isClient = form.client_id === client.client_id && form.client_secret === client.client_secret;
    if (!isClient) return [401, { error: 'invalid_client', error_description: `not ${form.client_secret}` }];
    const code = codes.get(form.code ?? '');
    codes.delete(form.code ?? '');
    const proof = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    const isCode = code && code.challenge === proof && code.redirect === form.redirect_uri;
    const isGranted = form.grant_type === 'authorization_code' ? isCode : refreshTokens.has(form.refresh_token ?? '');
    if (!isGranted) return [400, { error: 'invalid_grant' }];
    count += 1;
    provider.tokens.set(`acc3ss-${count}`, account);
    const refresh = form.refresh_token ?? `r3fresh-${count}`;
    refreshTokens.add(refresh);
    const claims = Buffer.from(JSON.stringify({ email: account })).toString('base64url');
    const tokenResponse = {
      access_token: `acc3ss-${count}`,
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: `e30.${claims}.`,
    };
    return [200, { ...tokenResponse, ...(form.refresh_token ? {} : { refresh_token: refresh }), ...provider.changes }];
  };
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    const path = request.url ?? '';
    provider.requests.push({ path, form });
    if (request.method === 'GET') return sendPage(response, provider, provider.root + path);
    if (provider.respond) return provider.respond(response);
    if (path === '/token') return sendJson(response, ...issueTokens(form));
    refreshTokens.delete(form.token ?? '');
    sendJson(response, 200, {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: TestProvider = {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    tokens: new Map(),
    respond: undefined,
    changes: {},
    allow(address) {
      const { searchParams } = new URL(address);
      const parameter = (name: string) => searchParams.get(name) ?? '';
      if (parameter('code_challenge_method') !== 'S256' || parameter('response_type') !== 'code')
        throw new Error('invalid authorization request');
      count += 1;
      codes.set(`c0de-${count}`, { challenge: parameter('code_challenge'), redirect: parameter('redirect_uri') });
      const back = new URL(parameter('redirect_uri'));
      back.search = new URLSearchParams({ code: `c0de-${count}`, state: parameter('state'), scope: 'mail' }).toString();
      return back.href;
    },
    deny(address) {
      const { searchParams } = new URL(address);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' }).toString();
      return back.href;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return provider;
}

/** Sends the page on which users grant or deny the authorization requested by a URL. */
function sendPage(response: ServerResponse, { allow, deny }: TestProvider, address: string): void {
  const link = (text: string, url: string) => `<a href="${url.replaceAll('&', '&amp;')}">${text}</a>`;
  const html = `<!doctype html><title>Provider</title><h1>Allow the access?</h1>${link('Allow', allow(address))} ${link('Deny', deny(address))}`;
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
