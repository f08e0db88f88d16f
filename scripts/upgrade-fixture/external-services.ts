// Starts the external services that the fixture site connects to while it is filled: a mail server, a webhook receiver, an
// email provider, a spam-checking service, and a page of another site.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSmtp } from '../../test/smtp.ts';

export interface ExternalServices {
  /** Origin of the HTTP services: `http://HOST:PORT`. */
  readonly origin: string;
  /** Value of the `--mail` option. */
  readonly mail: string;
  close(): Promise<void>;
}

/** Email address of the account at the provider. */
const mailAccount = 'box@provider.example';

/** Prefix of recipients for whom mail is rejected temporarily, so that it stays in the queue. */
export const deferredRecipient = 'deferred';

/** Prefix of recipients for whom mail is rejected permanently. */
export const rejectedRecipient = 'refused';

/** Starts all services on free ports of this machine. */
export async function startExternalServices(): Promise<ExternalServices> {
  const smtp = await startSmtp({
    rejectWith: (to) => (to.startsWith(deferredRecipient) ? 451 : to.startsWith(rejectedRecipient) ? 550 : undefined),
  });
  const server = createServer(handleRequest).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mail: `smtp://127.0.0.1:${smtp.port}`,
    async close() {
      server.closeAllConnections();
      await Promise.all([new Promise((closed) => server.close(closed)), smtp.close()]);
    },
  };
}

function handleRequest(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const { pathname } = new URL(request.url ?? '/', 'http://outside.example');
  const respond = responses[pathname];
  if (respond) respond(response);
  else response.writeHead(404).end();
}

const send = (response: ServerResponse, type: string, body: string): void => {
  response.writeHead(200, { 'Content-Type': type }).end(body);
};

const responses: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/hook': (response) => response.writeHead(204).end(),
  '/failing-hook': (response) => response.writeHead(500).end(),
  // A token response (RFC 6749 §5.1). The claims of its ID token contain the email address of the account.
  '/token': (response) => {
    const claims = Buffer.from(JSON.stringify({ email: mailAccount })).toString('base64url');
    const tokens = { access_token: 'access-token', refresh_token: 'refresh-token', id_token: `e30.${claims}.` };
    send(response, 'application/json', JSON.stringify({ ...tokens, token_type: 'Bearer', expires_in: 3600 }));
  },
  '/checker/verify-key': (response) => send(response, 'text/plain', 'valid'),
  '/checker/comment-check': (response) => send(response, 'text/plain', 'false'),
  '/page': (response) =>
    send(
      response,
      'text/html',
      '<!doctype html><title>Another page</title><meta name="description" content="A page.">',
    ),
};
