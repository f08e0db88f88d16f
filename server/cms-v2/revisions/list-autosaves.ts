// GET /…/<id>/autosaves: lists the autosaves of an entry (posts-and-pages.md §16).
import type { EntryDeps } from '../entries/deps.ts';
import { entryRevision, type RevisionOperations } from './operations.ts';
import { findAutosaves } from './store.ts';

/** Responds with the autosaves of all users, newest first, without pagination. */
export function listAutosaves({ database: { read } }: EntryDeps): RevisionOperations['list-autosaves'] {
  return {
    async run(_call, entry) {
      const rows = await findAutosaves(read, entry.id);
      return { kind: 'list', rows: rows.map((row) => entryRevision(entry, row)) };
    },
  };
}
