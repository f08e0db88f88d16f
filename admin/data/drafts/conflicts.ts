// Asks the user what to do if an entry was changed on the server after it was opened: nothing is overwritten without being shown.

import { type ApiRecord, rawOf } from '../records.ts';

/** A text of an entry in both versions. */
export interface ConflictingText {
  /** The name of the field: `title`, `content` or `excerpt`. */
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
}

/** A change of the user that is based on an outdated version. */
export interface Conflict {
  /** Texts that differ. */
  readonly texts: readonly ConflictingText[];
  /** The names of other fields that the user has changed and whose values differ. */
  readonly otherFields: readonly string[];
  /** The time at which the other version was saved, as in the API. */
  readonly modified: string;
}

/** The user replaces the other version, continues editing without saving, or loads the other version. */
export type Decision = 'replace' | 'continue' | 'load';

/** Returns the conflict between changes that the user wants to save and the current version of an entry. */
export function conflictBetween(changes: ApiRecord, current: ApiRecord): Conflict {
  const texts = ['title', 'content', 'excerpt']
    .filter((field) => field in changes)
    .map((field) => ({ field, mine: textOf(changes[field]), theirs: textOf(current[field]) }))
    .filter(({ mine, theirs }) => mine !== theirs);
  const otherFields = Object.keys(changes).filter(
    (field) =>
      !['id', 'title', 'content', 'excerpt'].includes(field) &&
      JSON.stringify(changes[field]) !== JSON.stringify(current[field]),
  );
  return { texts, otherFields, modified: String(current.modified ?? '') };
}

function textOf(value: unknown): string {
  const raw = rawOf(value);
  return typeof raw === 'string' ? raw : '';
}

interface OpenConflict extends Conflict {
  /** The decision that the user can make instead of continuing. */
  readonly alternative: Exclude<Decision, 'continue'>;
  readonly decide: (decision: Decision) => void;
}

let open: OpenConflict | undefined;
const listeners = new Set<() => void>();

/** Calls a listener when a conflict is shown or decided. Returns a function that removes it. */
export function onConflict(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the conflict that the user has to decide; undefined if there is none. */
export const openConflict = (): OpenConflict | undefined => open;

/**
 * Shows a conflict, and resolves with the decision of the user: to continue, or `alternative`. A conflict that is already open is continued
 * without saving.
 */
export function askAboutConflict(
  conflict: Conflict,
  alternative: OpenConflict['alternative'] = 'replace',
): Promise<Decision> {
  open?.decide('continue');
  const { promise, resolve } = Promise.withResolvers<Decision>();
  const decide = (decision: Decision) => {
    open = undefined;
    resolve(decision);
    for (const listener of listeners) listener();
  };
  open = { ...conflict, alternative, decide };
  for (const listener of listeners) listener();
  return promise;
}
