// GET on an item.
import type { Operation } from '../../http/room.ts';
import { addressOf } from './addresses.ts';
import { type EntryParts, typeOf } from './parts.ts';
import type { Previewed } from './preview.ts';
import { passwordsIn } from './try-password.ts';

/** Answers with the entry, and names the page that shows it to people. */
export function getEntry(parts: EntryParts): Operation {
  const { contract, settings, site } = parts;
  return {
    async run(call, row: Previewed) {
      const type = typeOf(contract, call);
      const alternate = type.hasPages ? { alternate: addressOf(row, type, site.front, settings.values) } : {};
      return { kind: 'record', row, ...alternate, unkept: row.preview !== undefined || passwordsIn(call).length > 0 };
    },
  };
}
