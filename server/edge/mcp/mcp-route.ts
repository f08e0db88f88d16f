// Serves the Model Context Protocol at `/mcp`.
import type { AccessLog } from '../access-log.ts';
import { discardBody, mayContainFiles } from '../bodies.ts';
import { withDisconnectSignal } from '../callers.ts';
import type { ClientAddressOf } from '../client-address.ts';
import type { RecordRequest } from '../response-sender.ts';
import { type ReceivedExchange, type Route, standardMethods } from '../router.ts';
import { sendText } from '../text-responses.ts';
import type { HandleMcp } from './handle-mcp.ts';

interface McpRouteDeps {
  readonly clientAddressOf: ClientAddressOf;
  readonly recordRequest: RecordRequest | undefined;
  readonly accessLog?: AccessLog | undefined;
}

/** Returns the route `/mcp`. Its requests are recorded and logged. */
export const mcpRoute = (handleMcp: HandleMcp, deps: McpRouteDeps): Route => ({
  methods: standardMethods,
  path: '/mcp',
  handle: (exchange) => serveMcp(handleMcp, deps, exchange),
});

async function serveMcp(
  handleMcp: HandleMcp,
  { clientAddressOf, recordRequest, accessLog }: McpRouteDeps,
  { request, response, body }: ReceivedExchange,
): Promise<void> {
  const startedAt = performance.now();
  const { method = '', url = '' } = request;
  const {
    status,
    headers,
    body: json,
    userId,
  } = await withDisconnectSignal(request.socket, (signal) =>
    handleMcp({
      ...{ method, url, body, signal },
      headers: request.headers as Record<string, string | undefined>,
      from: clientAddressOf(request),
      id: accessLog?.idOf(request),
    }),
  );
  recordRequest?.(method, 'mcp', status, performance.now() - startedAt);
  accessLog?.describe(request, { userId });
  if (mayContainFiles(request)) discardBody(request);
  const lines = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', ...Object.entries(headers).flat()];
  if (json !== undefined) lines.push('Content-Type', 'application/json; charset=UTF-8');
  sendText(response, status, lines, json);
}
