// GET on the autosaves of an entry (posts-and-pages.md §16).
import type { Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { shownRevision } from './revised.ts';
import { findAutosaves } from './store.ts';

/** Answers with the autosaves of all users, newest first, on one page. */
export function listAutosaves({ database: { read } }: EntryParts): Operation {
  return {
    async run(_call, entry: WholeEntry) {
      const rows = await findAutosaves(read, entry.id);
      return { kind: 'list', rows: rows.map((row) => shownRevision(entry, row)) };
    },
  };
}
