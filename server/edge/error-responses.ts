// Sends errors that occur in the edge, in the format of all API errors (protocol.md §5).
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../api-error.ts';
import type { ApiResponse } from '../http/request.ts';
import { internalErrorWithId } from '../http/response.ts';
import { sendText } from './text-responses.ts';

const bodyOf = (status: number, code: string, message: string, data: object = {}): string =>
  JSON.stringify({ code, message, data: { status, ...data } });

/** The error for a request without a matching route. */
export const noRouteError = (): ApiError => new ApiError('rest_no_route', 404, 'No route matches this URL and method.');

/** The error for a malformed request. */
export const malformedError = (): ApiError => new ApiError('rest_bad_request', 400, malformedMessage);

/** The response to an unexpected error. */
const internalError = new ApiError('internal_server_error', 500, 'Internal server error.');

/**
 * Sends an error response, which must not be cached, if no headers have been sent yet; otherwise closes the connection. `lines` are
 * further header lines: names and values alternate.
 */
export function sendError(
  response: ServerResponse,
  { status, code, message, options }: ApiError,
  lines: readonly string[] = [],
): void {
  if (response.headersSent) return void response.destroy();
  const headers = {
    ...(options.retryAfter !== undefined && { 'Retry-After': String(options.retryAfter) }),
    ...options.headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=UTF-8',
  };
  const body = bodyOf(status, code, message, options.data);
  sendText(response, status, [...lines, ...Object.entries(headers).flat()], body);
}

/** Sends an internal server error, with its ID if it is known, if no headers have been sent yet; otherwise closes the connection. */
export const sendInternalError = (response: ServerResponse, lines: readonly string[] = [], errorId?: string): void =>
  sendError(response, errorId === undefined ? internalError : internalErrorWithId(errorId), lines);

/** Converts an ApiError of the edge into a response to a request below a REST root. */
export const apiErrorResponse = ({ status, code, message, options }: ApiError): ApiResponse => ({
  status,
  route: undefined,
  headers: {
    'Cache-Control': 'no-store',
    ...(options.retryAfter !== undefined && { 'Retry-After': String(options.retryAfter) }),
  },
  body: bodyOf(status, code, message),
});

/** Sends an error for malformed or incomplete HTTP, and closes the connection. */
export function rejectMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return void socket.end(
        closingResponse(431, 'Request Header Fields Too Large', 'rest_bad_request', malformedMessage),
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return void socket.end(closingResponse(408, 'Request Timeout', 'rest_request_timeout', timeoutMessage), () =>
        socket.destroy(),
      );
    default:
      return void socket.end(closingResponse(400, 'Bad Request', 'rest_bad_request', malformedMessage));
  }
}

/** Closes a connection whose request arrives too slowly, with an error response if no headers have been sent. */
export function rejectSlow(response: ServerResponse, socket: Socket): void {
  if (response.headersSent || !socket.writable) return void socket.destroy();
  socket.end(closingResponse(408, 'Request Timeout', 'rest_request_timeout', timeoutMessage), () => socket.destroy());
}

const malformedMessage = 'The request is malformed.';
const timeoutMessage = 'The request did not arrive in time.';

/** Returns the text of a complete response that closes the connection. */
function closingResponse(status: number, reason: string, code: string, message: string): string {
  const body = bodyOf(status, code, message);
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=UTF-8\r\nContent-Length: ${body.length}`;
  return `${head}\r\nConnection: close\r\n\r\n${body}`;
}
