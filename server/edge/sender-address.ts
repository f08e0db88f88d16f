// Whom a request came from.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Whom a trusted proxy forwards, where it says so readably; else who is at the other end of the line. */
export const senderIn = (forwarded: string, { socket }: IncomingMessage): string =>
  isIP(forwarded) > 0 ? forwarded : (socket.remoteAddress ?? '');
