// Uploads and imports export files through the API, for tests.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and assert what they find.
type Body = any;

/** A service to which requests can be sent. */
export interface ImportingApi {
  readonly rest: string;
  readonly authorization: string;
}

/** Sends a request with a JSON body to a path below `/octavo/v1/imports`. */
export async function send(
  { rest, authorization }: ImportingApi,
  method: string,
  path: string,
  json?: object,
): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${rest}/octavo/v1/imports${path}`, {
    method,
    headers: { authorization, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Sends a piece of a file. */
export async function sendPiece(
  { rest, authorization }: ImportingApi,
  id: number,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${rest}/octavo/v1/imports/${id}/pieces?offset=${offset}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream', ...headers },
    body: bytes,
  });
  return { status: response.status, body: await response.json() };
}

/** Announces a file and uploads it in pieces, beginning after the bytes that were received. Returns the import. */
export async function upload(api: ImportingApi, bytes: Uint8Array<ArrayBuffer>, name = 'export.xml'): Promise<Body> {
  const created = await send(api, 'POST', '', { file_name: name, size: bytes.length });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return continueUpload(api, created.body, bytes);
}

/** Uploads the rest of a file. Returns the import. */
export async function continueUpload(api: ImportingApi, started: Body, bytes: Uint8Array<ArrayBuffer>): Promise<Body> {
  let current = started;
  while (current.received < bytes.length) {
    const piece = bytes.slice(current.received, current.received + current.piece_size);
    const { status, body } = await sendPiece(api, current.id, current.received, piece);
    assert.equal(status, 200, JSON.stringify(body));
    current = body;
  }
  assert.equal(current.state, 'uploaded');
  return current;
}

/** Starts a run and waits until it has ended. Returns the state of the run. */
export async function runToEnd(api: ImportingApi, id: number, options: Body = {}): Promise<Body> {
  const started = await send(api, 'POST', `/${id}/run`, options);
  assert.equal(started.status, 202, JSON.stringify(started.body));
  return waitForEnd(api, id, options.dry_run === true ? 'dry_run' : 'run');
}

/** Waits until a run has ended, and returns its state. */
export async function waitForEnd(api: ImportingApi, id: number, kind: 'dry_run' | 'run'): Promise<Body> {
  for (;;) {
    const { body } = await send(api, 'GET', `/${id}`);
    if (body[kind].state !== 'running') return body[kind];
    await pause(50);
  }
}

/** Returns the report of a run. */
export async function reportOf(api: ImportingApi, id: number, kind: 'dry_run' | 'run' = 'run'): Promise<Body> {
  const { status, body } = await send(api, 'GET', `/${id}/report?dry_run=${kind === 'dry_run'}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
