// Serves the scripts and the style sheet of the API reference. The viewer is a file of a library (docs/decisions/0019-api-reference.md);
// it is stored compressed. Clients that accept Brotli receive the file as it is, streamed from the disk; all others share one copy that is
// decompressed while it is needed.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { docsScript } from './docs-script.ts';
import { docsStyles } from './docs-styles.ts';
import { viewerName } from './reference/viewer-name.ts';
import { SharedContent } from './shared-content.ts';
import { sendText } from './text-responses.ts';

/** The names of the files, which contain a hash of their content. */
export interface AssetNames {
  /** The library that displays the OpenAPI document. */
  readonly viewer: string;
  /** The script that configures the library. */
  readonly script: string;
  readonly style: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Returns the names of the files. */
export const assetNames = (): AssetNames => ({
  viewer: viewerName,
  script: `reference-${hashOf(docsScript)}.js`,
  style: `reference-${hashOf(docsStyles)}.css`,
});

const viewerFile = new URL('./reference/viewer.js.br', import.meta.url);

/** Time for which the decompressed viewer stays in memory after the last response with it, in milliseconds. */
const retainMs = 60_000;

const decompress = promisify(brotliDecompress);

/**
 * The decompressed viewer, about 4 MB. A decompressor for each response would need as much memory for each client, however slowly the
 * client reads.
 */
const decompressedViewer = new SharedContent(async () => decompress(await readFile(viewerFile)), retainMs);

/** Header lines of all files. The content of a name never changes. */
const commonLines = [
  ...['Cache-Control', 'public, max-age=31536000, immutable'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

const scriptType = ['Content-Type', 'text/javascript; charset=UTF-8'] as const;

/** Sends the file with a name; returns false if there is none. Rejects before the headers are sent if the file cannot be read. */
export async function sendAsset(name: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { viewer, script, style } = assetNames();
  if (name === script) sendText(response, 200, [...commonLines, ...scriptType], docsScript);
  else if (name === style)
    sendText(response, 200, [...commonLines, 'Content-Type', 'text/css; charset=UTF-8'], docsStyles);
  else if (name === viewer) await sendViewer(request, response);
  else return false;
  return true;
}

/** Sends the viewer, decompressed if the client does not accept Brotli. */
async function sendViewer({ method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const lines = [...commonLines, ...scriptType, 'Vary', 'Accept-Encoding'];
  if (!acceptsBrotli(headers['accept-encoding'])) {
    if (method === 'HEAD') return void response.writeHead(200, lines).end();
    return decompressedViewer.use((content) => sendContent(response, lines, content));
  }
  const { size } = await stat(viewerFile);
  response.writeHead(200, [...lines, 'Content-Encoding', 'br', 'Content-Length', String(size)]);
  if (method === 'HEAD') return void response.end();
  // A client that disconnects ends the pipeline; there is nothing to report.
  await pipeline(createReadStream(viewerFile), response).catch(() => response.destroy());
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
