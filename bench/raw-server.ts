// The yardstick: a bare node:http server that sends one answer from a prepared buffer. Told by its parent what to send.
import { createServer } from 'node:http';

process.once('message', ({ lines, body }: { lines: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, lines);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
});
