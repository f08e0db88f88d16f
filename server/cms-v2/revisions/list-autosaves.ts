// GET /…/<id>/autosaves: lists the autosaves of an entry (posts-and-pages.md §16).
import type { Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { entryRevision } from './revision-adapter.ts';
import { findAutosaves } from './store.ts';

/** Responds with the autosaves of all users, newest first, without pagination. */
export function listAutosaves({ database: { read } }: EntryDeps): Operation {
  return {
    async run(_call, entry: WholeEntry) {
      const rows = await findAutosaves(read, entry.id);
      return { kind: 'list', rows: rows.map((row) => entryRevision(entry, row)) };
    },
  };
}
