// Bodies as the edge takes them in: as bytes, on every method and of every type. What they mean is decided behind it.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The largest body that is read. Bytes. */
export const largestBody = 10 * 1024 * 1024;

/** Reads the bodies of all methods, GET's too: parameters may come in them (protocol.md §3.1). */
export function readBodies(app: FastifyInstance): void {
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Makes a content type that is none one that nobody reads, where the framework would refuse it (protocol.md §3.2). */
export function settleContentType({ headers }: IncomingMessage): void {
  const type = headers['content-type'];
  if (type === undefined || mediaType.test(type)) return;
  if (type.trim() === '') delete headers['content-type'];
  else headers['content-type'] = 'application/octet-stream';
}
