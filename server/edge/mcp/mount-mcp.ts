// Serves the Model Context Protocol at `/mcp`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog } from '../access-log.ts';
import { bytesOf, discardBody, mayContainFiles } from '../bodies.ts';
import { withDisconnectSignal } from '../callers.ts';
import type { ClientAddressOf } from '../client-address.ts';
import type { RecordRequest } from '../response-sender.ts';
import type { HandleMcp } from './handle-mcp.ts';

interface MountMcpDeps {
  readonly clientAddressOf: ClientAddressOf;
  readonly recordRequest?: RecordRequest;
  readonly accessLog?: AccessLog | undefined;
}

/** Registers the route `/mcp`. Its requests are recorded and logged. */
export function mountMcp(
  app: FastifyInstance,
  handleMcp: HandleMcp,
  { clientAddressOf, recordRequest, accessLog }: MountMcpDeps,
): void {
  app.all('/mcp', async ({ raw, body }: FastifyRequest, reply: FastifyReply) => {
    const startedAt = performance.now();
    const response = await withDisconnectSignal(raw.socket, (signal) =>
      handleMcp({
        method: raw.method ?? '',
        url: raw.url ?? '',
        headers: raw.headers as Record<string, string | undefined>,
        body: bytesOf(body),
        from: clientAddressOf(raw),
        id: accessLog?.idOf(raw),
        signal,
      }),
    );
    recordRequest?.(raw.method ?? '', 'mcp', response.status, performance.now() - startedAt);
    accessLog?.describe(raw, { userId: response.userId });
    if (mayContainFiles(raw)) discardBody(raw);
    reply.code(response.status).headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    reply.headers(response.headers);
    if (!response.body) return reply.send();
    return reply.type('application/json; charset=UTF-8').send(response.body);
  });
}
