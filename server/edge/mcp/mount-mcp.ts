// `/mcp` at the edge.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { carriesFiles, passOver } from '../bodies.ts';
import { senderIn } from '../sender-address.ts';
import type { AnswerMcp } from './answer-mcp.ts';

const none = new Uint8Array();

/** Told of every request: method, what was asked for, status, milliseconds. */
type Note = (method: string, route: string, status: number, milliseconds: number) => void;

/** Answers what is sent to `/mcp`. */
export function mountMcp(app: FastifyInstance, answerMcp: AnswerMcp, note?: Note): void {
  app.all('/mcp', async ({ raw, ip, body }: FastifyRequest, reply: FastifyReply) => {
    const began = performance.now();
    const answer = await answerMcp({
      method: raw.method ?? '',
      url: raw.url ?? '',
      headers: raw.headers as Record<string, string | undefined>,
      body: body instanceof Uint8Array ? body : none,
      from: senderIn(ip, raw),
    });
    note?.(raw.method ?? '', 'mcp', answer.status, performance.now() - began);
    if (carriesFiles(raw)) passOver(raw);
    reply.code(answer.status).headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    reply.headers(answer.headers);
    if (!answer.body) return reply.send();
    return reply.type('application/json; charset=UTF-8').send(JSON.stringify(answer.body));
  });
}
