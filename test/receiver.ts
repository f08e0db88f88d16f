// For tests of webhooks: a receiver that remembers what it was sent, and answers as it is told.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Delivered {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely.
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly delivered: Delivered[];
  /** How it answers from now on; absent: 204. */
  answer: (response: ServerResponse, delivered: Delivered, request: IncomingMessage) => void;
  close(): Promise<void>;
}

/** Answers with a status and nothing else. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Receiver['answer'] =>
  (response) =>
    response.writeHead(status, headers).end();

/** A receiver on this machine. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const delivered = { headers: request.headers as Record<string, string>, text, body: JSON.parse(text) };
    receiver.delivered.push(delivered);
    receiver.answer(response, delivered, request);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: given } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${given}/hook`,
    port: given,
    delivered: [],
    answer: answering(204),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

/** Fails unless a library that is not ours finds the signature good at the moment at which it was made. */
export function assertSigned(secret: string, { text, headers }: Delivered): void {
  const { now } = Date;
  Date.now = () => Number(headers['webhook-timestamp']) * 1000;
  try {
    new Webhook(secret).verify(text, headers);
  } finally {
    Date.now = now;
  }
}
