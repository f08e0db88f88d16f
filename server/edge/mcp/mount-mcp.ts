// `/mcp` at the edge.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonOf, textOf } from '../../http/json-text.ts';
import { bytesOf, carriesFiles, passOver } from '../bodies.ts';
import { makeFor } from '../callers.ts';
import type { SenderOf } from '../sender-address.ts';
import type { Note } from '../sending.ts';
import type { AnswerMcp } from './answer-mcp.ts';

/** Answers what is sent to `/mcp`. */
export function mountMcp(app: FastifyInstance, answerMcp: AnswerMcp, senderOf: SenderOf, note?: Note): void {
  app.all('/mcp', async ({ raw, body }: FastifyRequest, reply: FastifyReply) => {
    const began = performance.now();
    const answer = await makeFor(raw.socket, (signal) =>
      answerMcp({
        method: raw.method ?? '',
        url: raw.url ?? '',
        headers: raw.headers as Record<string, string | undefined>,
        body: bytesOf(body),
        from: senderOf(raw),
        signal,
      }),
    );
    note?.(raw.method ?? '', 'mcp', answer.status, performance.now() - began);
    if (carriesFiles(raw)) passOver(raw);
    reply.code(answer.status).headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    reply.headers(answer.headers);
    if (!answer.body) return reply.send();
    return reply.type('application/json; charset=UTF-8').send(textOf(jsonOf(answer.body)));
  });
}
