// What the edge refuses by itself, in the shape of every refusal (protocol.md §5).
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { Answer } from '../http/request.ts';
import type { Refusal } from '../refusal.ts';

const bodyOf = (status: number, code: string, message: string): string =>
  JSON.stringify({ code, message, data: { status } });

/** Sends a refusal, which no cache may keep. */
export function sendError(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=UTF-8')
    .send(bodyOf(status, code, message));
}

/** Sends a refusal with its own headers. */
export function sendRefusal(reply: FastifyReply, { status, code, message, parts }: Refusal): FastifyReply {
  if (parts.retryAfter !== undefined) reply.header('Retry-After', String(parts.retryAfter));
  return sendError(reply.headers({ ...parts.headers }), status, code, message);
}

/** Sends what is said where no route fits. */
export const sendNoRoute = (reply: FastifyReply): FastifyReply =>
  sendError(reply, 404, 'rest_no_route', 'No route fits this address and method.');

/** What is said where the fault is ours. */
export const ourFault = { status: 500, code: 'internal_server_error', message: 'Something went wrong here.' } as const;

/** Sends that the fault is ours, where nothing was sent yet; else it ends the connection. */
export function refuseFault(response: ServerResponse, lines: readonly string[] = []): void {
  if (response.headersSent) return void response.destroy();
  refuseUnread(response, ourFault, lines);
}

/** A refusal of the edge as an answer to a request below a REST root. */
export const refusedAnswer = ({ status, code, message, parts }: Refusal): Answer => ({
  status,
  route: undefined,
  headers: {
    'Cache-Control': 'no-store',
    ...(parts.retryAfter !== undefined && { 'Retry-After': String(parts.retryAfter) }),
  },
  body: bodyOf(status, code, message),
});

/** Sends a refusal past the framework, which has read nothing of the request; `lines` are further header lines. */
export function refuseUnread(
  response: ServerResponse,
  error: Pick<Refusal, 'status' | 'code' | 'message'>,
  lines: readonly string[] = [],
): void {
  const { status, code, message } = error;
  const body = bodyOf(status, code, message);
  const head = ['Cache-Control', 'no-store', 'Content-Type', 'application/json; charset=UTF-8'];
  response.writeHead(status, [...lines, ...head, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
}

/** Answers what is no HTTP request, or does not become one in time, and ends the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return void socket.end(closingText(431, 'Request Header Fields Too Large', 'rest_bad_request', unreadable));
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return void socket.end(closingText(408, 'Request Timeout', 'rest_request_timeout', tooSlow), () =>
        socket.destroy(),
      );
    default:
      return void socket.end(closingText(400, 'Bad Request', 'rest_bad_request', unreadable));
  }
}

/** Cuts a connection whose request comes too slowly; its client is told where nothing else was sent. */
export function refuseSlow(response: ServerResponse, socket: Socket): void {
  if (response.headersSent || !socket.writable) return void socket.destroy();
  socket.end(closingText(408, 'Request Timeout', 'rest_request_timeout', tooSlow), () => socket.destroy());
}

const unreadable = 'The request cannot be read.';
const tooSlow = 'The request did not arrive in time.';

/** A whole response after which the connection is closed. */
function closingText(status: number, reason: string, code: string, message: string): string {
  const body = bodyOf(status, code, message);
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=UTF-8\r\nContent-Length: ${body.length}`;
  return `${head}\r\nConnection: close\r\n\r\n${body}`;
}
