// Starts a webhook receiver for tests. It stores deliveries and responds as configured.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read properties of bodies of any shape.
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly delivery: Delivery[];
  /** Handler that responds to the next deliveries; by default it responds with 204. */
  respond: (response: ServerResponse, deliveries: Delivery, request: IncomingMessage) => void;
  close(): Promise<void>;
}

/** Returns a handler that responds with an empty response of this status. */
export const respondWith =
  (status: number, headers: Record<string, string> = {}): Receiver['respond'] =>
  (response) =>
    response.writeHead(status, headers).end();

/** Starts a receiver on 127.0.0.1, by default on a free port. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const delivery = { headers: request.headers as Record<string, string>, text, body: JSON.parse(text) };
    receiver.delivery.push(delivery);
    receiver.respond(response, delivery, request);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${actualPort}/hook`,
    port: actualPort,
    delivery: [],
    respond: respondWith(204),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

/** Asserts that an independent library accepts the signature of a delivery at the time of signing. */
export function assertSigned(secret: string, { text, headers }: Delivery): void {
  const { now } = Date;
  Date.now = () => Number(headers['webhook-timestamp']) * 1000;
  try {
    new Webhook(secret).verify(text, headers);
  } finally {
    Date.now = now;
  }
}
