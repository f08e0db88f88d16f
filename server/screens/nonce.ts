// Implements the endpoint that returns a new nonce to pages whose nonce has expired (users-and-comments.md §2.3).
import type { ScreenDeps } from './deps.ts';
import type { Screen, Visit } from './types.ts';

/** Creates the endpoint. It returns the nonce of the session as plain text, or `0` with status 400 if the visitor is anonymous. */
export function nonceScreen({ nonces }: ScreenDeps): Screen {
  return {
    GET: ({ visitor }: Visit) =>
      visitor
        ? { kind: 'text', text: nonces.of({ id: visitor.session, user_id: visitor.actor.id }) }
        : { kind: 'text', text: '0', status: 400 },
  };
}
