// GET on an item.
import type { Operation } from '../../http/room.ts';
import { addressOf } from './addresses.ts';
import { type EntryGifts, typeOf } from './gifts.ts';
import type { WholeEntry } from './rows.ts';

/** Answers with the entry, and names the page that shows it to people. */
export function getEntry({ contract, settings, site }: EntryGifts): Operation {
  return {
    async run(call, row: WholeEntry) {
      const type = typeOf(contract, call);
      const alternate = type.viewable ? { alternate: addressOf(row, type, site.front, settings.values) } : {};
      return { kind: 'record', row, ...alternate };
    },
  };
}
