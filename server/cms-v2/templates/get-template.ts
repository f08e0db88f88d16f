// GET on an item.
import type { Call, Operation } from '../../http/room.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { requireTemplate, shownTemplate } from './find-template.ts';

/** Answers with the template that the address names; with `source=theme` the file, though a copy of it is stored. */
export function getTemplate(parts: EntryParts): Operation {
  return {
    async run(call: Call<{ source?: string }>) {
      const type = typeOf(parts.contract, call);
      const found = await requireTemplate(parts, parts.database.read, type, call.path.id ?? '');
      return { kind: 'record', row: shownTemplate(parts, type, found, call.args.source) };
    },
  };
}
