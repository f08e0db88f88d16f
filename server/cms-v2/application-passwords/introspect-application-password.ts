// GET on the application password in use (users-and-comments.md §4.2).

import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import { findApplicationPassword } from './store.ts';

/**
 * Answers with the application password that this very request is signed in with. Throws Refusal 404
 * `rest_no_authenticated_app_password` where it is signed in otherwise, or the password has just been revoked.
 */
export function introspectApplicationPassword({ database }: ApplicationPasswordParts): Operation {
  return {
    async run({ actor: { id, credential } }) {
      const row =
        credential.kind === 'application-password'
          ? await findApplicationPassword(database.read, id, credential.uuid)
          : undefined;
      if (!row)
        throw new Refusal(
          'rest_no_authenticated_app_password',
          404,
          'You are not signed in with an application password.',
        );
      return { kind: 'record', row };
    },
  };
}
