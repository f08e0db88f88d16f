// The states that lists of media may be asked for (media-fonts-and-oembed.md, A9, `status`).
import { isSignedIn } from '../../access/actor.ts';
import { check } from '../../http/parameters/check.ts';
import { fault } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { mediaType } from './store.ts';

/** The checks that declarations of media name. Rights are asked before it is looked whether there is such a state. */
export function mediaChecks({ contract }: EntryParts): Record<string, CheckMaker> {
  return {
    'listable-media-states':
      ({ actor }) =>
      (value, name, schema) => {
        const type = contract.types.get(mediaType);
        const sent = check({ type: 'array', items: { type: 'string' } } as never, value, name);
        if ('fault' in sent || !type) return sent;
        const maySee = (state: string) =>
          state === 'inherit' ||
          state === '' ||
          actor.can(type.rights.edit) ||
          (state === 'private' && actor.can(type.rights.readPrivate));
        const asked = (sent.value as readonly string[]).filter((state) => state !== '');
        if (asked.every(maySee)) return check(schema, asked, name);
        return fault('rest_forbidden_status', 'You may not ask for files in this state.', {
          status: isSignedIn(actor) ? 403 : 401,
        });
      },
  };
}
