// An in-memory S3 server for tests, with the operations that the store uses. It verifies signatures by recomputing them.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const keys = { accessKeyId: 'A-KEY', secretAccessKey: 'a secret' };

/**
 * A simulated failure of the server. It responds with a status, never responds, disconnects or stalls in the middle of its response,
 * disconnects after executing the request, reports an error in the body of a successful copy, or responds with 403 for missing files, as S3 does if the account may not list the bucket.
 */
export type SimulatedFailure = (
  request: IncomingMessage,
) => number | 'hang' | 'cut' | 'stall' | 'cut after' | 'error in body' | 'unlisted' | undefined;

/** Starts the server; returns its URL, its objects and a function that closes it. */
export async function startS3ForTests(simulateFailure: SimulatedFailure = () => undefined) {
  const objects = new Map<string, { readonly bytes: Buffer; readonly type: string }>();
  const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    const found = objects.get(path);
    const failure = simulateFailure(request);
    if (!isSigned(request)) response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    else if (failure === 'hang') return;
    else if (typeof failure === 'number') response.writeHead(failure).end(`<Error><Code>Disturbed</Code></Error>`);
    else if (request.method === 'PUT' && request.headers['x-amz-copy-source'] !== undefined) {
      const source = objects.get(String(request.headers['x-amz-copy-source']));
      if (!source) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      objects.set(path, source);
      if (failure === 'cut after') response.destroy();
      else if (failure === 'error in body') response.writeHead(200).end('<Error><Code>InternalError</Code></Error>');
      else response.writeHead(200).end('<CopyObjectResult></CopyObjectResult>');
    } else if (request.method === 'PUT' && found && request.headers['if-none-match'] === '*')
      response.writeHead(412).end();
    else if (request.method === 'PUT') {
      if (body.length !== Number(request.headers['content-length'])) return void response.writeHead(400).end();
      objects.set(path, { bytes: body, type: request.headers['content-type'] ?? '' });
      if (failure === 'cut after') response.destroy();
      else response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
    } else if (!found && failure === 'unlisted')
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    else if (!found) response.writeHead(404).end();
    else if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etagOf(found.bytes))
      response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
    else {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1);
      const headers = {
        'Content-Length': part.length,
        'Last-Modified': new Date().toUTCString(),
        ETag: etagOf(found.bytes),
      };
      if ((failure === 'cut' || failure === 'stall') && request.method === 'GET') {
        response.writeHead(200, headers).write(part.subarray(0, part.length / 2), () => {
          if (failure === 'cut') response.destroy();
        });
        return;
      }
      response.writeHead(from === undefined ? 200 : 206, headers).end(request.method === 'HEAD' ? undefined : part);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint: `http://127.0.0.1:${port}`, objects, close };
}

const hmacSha256 = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns whether the signature of a request is valid (AWS Signature Version 4). */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, credential = '', names = '', signature = ''] = found ?? [];
  const [id, day = '', region = '', service = ''] = credential.split('/');
  const canonical = [
    method,
    url,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = hmacSha256(
    hmacSha256(hmacSha256(hmacSha256(`AWS4${keys.secretAccessKey}`, day), region), service),
    'aws4_request',
  );
  return id === keys.accessKeyId && hmacSha256(key, text).toString('hex') === signature;
}
