// A fresh nonce for pages whose own has become too old (users-and-comments.md §2.3).
import type { ScreenParts } from './parts.ts';
import type { Screen, Visit } from './screen.ts';

/** Tells the nonce of who is signed in, as plain text; to others `0`, with the status of a request that makes no sense. */
export function nonce({ nonces }: ScreenParts): Screen {
  return {
    GET: ({ visitor }: Visit) =>
      visitor
        ? { kind: 'text', text: nonces.of({ id: visitor.session, user_id: visitor.actor.id }) }
        : { kind: 'text', text: '0', status: 400 },
  };
}
