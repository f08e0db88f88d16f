// Serves the scripts and the style sheet of the API reference. The viewer is a file of a library (docs/decisions/0019-api-reference.md);
// it is stored compressed.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BrotliFile, immutableLines } from './brotli-file.ts';
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

const viewerFile = new BrotliFile(
  new URL('./reference/viewer.js.br', import.meta.url),
  'text/javascript; charset=UTF-8',
);

const scriptType = ['Content-Type', 'text/javascript; charset=UTF-8'] as const;

/** Sends the file with a name; returns false if there is none. Rejects before the headers are sent if the file cannot be read. */
export async function sendAsset(name: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { viewer, script, style } = assetNames();
  if (name === script) sendText(response, 200, [...immutableLines, ...scriptType], docsScript);
  else if (name === style)
    sendText(response, 200, [...immutableLines, 'Content-Type', 'text/css; charset=UTF-8'], docsStyles);
  else if (name === viewer) await viewerFile.send(request, response);
  else return false;
  return true;
}
