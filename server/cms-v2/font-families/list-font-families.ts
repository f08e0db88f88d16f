// GET /cms/v2/font-families: lists the font families (media-fonts-and-oembed.md, B1).
import type { Call, Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findFontFamilies } from './store.ts';

/** Responds with a page of the families. The list operation of entries selects them. All families have the status `publish`. */
export function listFontFamilies({ database }: EntryDeps, listEntries: Operation): Operation {
  const load = (ids: readonly number[]) => findFontFamilies(database.read, ids);
  return {
    async run(call: Call, resource) {
      const outcome = await listEntries.run({ ...call, args: { ...call.args, status: ['publish'] } }, resource);
      return 'ids' in outcome ? { ...outcome, load } : outcome;
    },
  };
}
