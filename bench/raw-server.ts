// Sends one prepared response to every request, using only node:http. It is the baseline for the service. The parent process
// sends the response to it, and receives the port.
import { createServer } from 'node:http';

process.once('message', ({ headers, body }: { headers: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
});
