// Serves files that are stored compressed with Brotli and never change.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { SharedContent } from './shared-content.ts';

/** Header lines of files whose content never changes: their names contain a hash of it. */
export const immutableLines = [
  ...['Cache-Control', 'public, max-age=31536000, immutable'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

/** Time for which a decompressed file stays in memory after the last response with it, in milliseconds. */
const retainMs = 60_000;

const decompress = promisify(brotliDecompress);

/**
 * A compressed file. Clients that accept Brotli receive it as it is, streamed from the disk. All others share one copy that is decompressed
 * while it is needed: a decompressor for each response would need as much memory for each client, however slowly the client reads.
 */
export class BrotliFile {
  readonly #file: string | URL;
  readonly #lines: readonly string[];
  readonly #decompressed: SharedContent;

  /** `type` is the media type of the decompressed file. */
  constructor(file: string | URL, type: string) {
    this.#file = file;
    this.#lines = [...immutableLines, 'Content-Type', type, 'Vary', 'Accept-Encoding'];
    this.#decompressed = new SharedContent(async () => decompress(await readFile(file)), retainMs);
  }

  /** Sends the file. Rejects before the headers are sent if the file cannot be read. */
  async send({ method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!acceptsBrotli(headers['accept-encoding'])) {
      if (method === 'HEAD') return void response.writeHead(200, this.#lines.slice()).end();
      return this.#decompressed.use((content) => sendContent(response, this.#lines, content));
    }
    const { size } = await stat(this.#file);
    response.writeHead(200, [...this.#lines, 'Content-Encoding', 'br', 'Content-Length', String(size)]);
    if (method === 'HEAD') return void response.end();
    // A client that disconnects ends the pipeline; there is nothing to report.
    await pipeline(createReadStream(this.#file), response).catch(() => response.destroy());
  }
}

/** Sends content that other responses may share. Resolves when the client has received it or has disconnected. */
async function sendContent(response: ServerResponse, lines: readonly string[], content: Buffer): Promise<void> {
  response.writeHead(200, [...lines, 'Content-Length', String(content.length)]).end(content);
  await finished(response).catch(() => {});
}

/** Whether an `Accept-Encoding` header allows Brotli (RFC 9110 §12.5.3). */
export function acceptsBrotli(header: string | string[] | undefined): boolean {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q\s*=\s*/),
    );
  const [, weight = '1'] = accepted.find(([name]) => name === 'br') ?? ['br', '0'];
  return Number(weight) > 0;
}
