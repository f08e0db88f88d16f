// Serves the scripts and the style sheet of the API reference. The viewer is a file of a library (docs/decisions/0019-api-reference.md);
// it is stored compressed and streamed, so that it takes no memory.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { docsScript } from './docs-script.ts';
import { docsStyles } from './docs-styles.ts';
import { viewerName } from './reference/viewer-name.ts';
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
  const { size } = await stat(viewerFile);
  const isCompressed = acceptsBrotli(headers['accept-encoding']);
  const encoding = isCompressed ? ['Content-Encoding', 'br', 'Content-Length', String(size)] : [];
  response.writeHead(200, [...commonLines, ...scriptType, 'Vary', 'Accept-Encoding', ...encoding]);
  if (method === 'HEAD') return void response.end();
  const file = createReadStream(viewerFile);
  const sent = isCompressed ? pipeline(file, response) : pipeline(file, createBrotliDecompress(), response);
  // A client that disconnects ends the pipeline; there is nothing to report.
  await sent.catch(() => response.destroy());
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
