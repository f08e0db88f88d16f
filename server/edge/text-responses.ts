// Sends responses of the edge that are neither cached nor prepared: errors, screens and short texts.
import type { ServerResponse } from 'node:http';

/** Sends a response with a text, which may be empty. `lines` are its header lines: names and values alternate. */
export function sendText(response: ServerResponse, status: number, lines: readonly string[], text = ''): void {
  // A 204 must not have a length (RFC 9110 §8.6).
  const length = status === 204 ? [] : ['Content-Length', String(Buffer.byteLength(text))];
  response.writeHead(status, [...lines, ...length]).end(text);
}
