// The states that lists of media may be asked for (media-fonts-and-oembed.md, A9, `status`).
import { mostModifiers } from '../../../contract/cms-v2/media-work.ts';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { isSignedIn } from '../../access/actor.ts';
import { check } from '../../http/parameters/check.ts';
import { fault, type Verdict, wrongType } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import { fetchableCheck } from './fetched-file.ts';
import type { MediaParts } from './parts.ts';
import { allNames, sizeNames } from './size-names.ts';
import { mediaType } from './store.ts';

/** The checks that declarations of media name. Rights are asked before it is looked whether there is such a state. */
export function mediaChecks({ contract, site, fetchLimits }: MediaParts): Record<string, CheckMaker> {
  return {
    'fetchable-url': fetchableCheck({ site, fetchLimits }),
    'image-size': () => imageSize,
    modifiers: () => (value, name, schema) => check({ ...schema, maxItems: mostModifiers } as TSchema, value, name),
    'sub-sizes': () => (value, name, schema) => {
      const verdict = check(schema, value, name);
      if ('fault' in verdict) return verdict;
      for (const [at, each] of (verdict.value as readonly { readonly image_size: unknown }[]).entries()) {
        const size = imageSize(each.image_size, `${name}[${at}][image_size]`);
        if ('fault' in size) return size;
      }
      return verdict;
    },
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

/** One size by its name, or the special name of a main file; or a list of sizes that one file serves (A11). */
function imageSize(value: unknown, name: string): Verdict {
  if (typeof value === 'string') return checkWord(value, name, allNames);
  if (!Array.isArray(value)) return wrongType(name, ['string', 'array']);
  if (value.length === 0) return fault('rest_too_few_items', `${name} must name a size.`);
  for (const [at, each] of value.entries()) {
    const verdict = typeof each === 'string' ? checkWord(each, name, sizeNames) : wrongType(`${name}[${at}]`, 'string');
    if ('fault' in verdict) return verdict;
  }
  return { value };
}

function checkWord(value: string, name: string, known: readonly string[]): Verdict {
  if (value === '') return fault('rest_too_short', `${name} must not be empty.`);
  return known.includes(value) ? { value } : fault('rest_not_in_enum', `${name} must be one of ${known.join(', ')}.`);
}
