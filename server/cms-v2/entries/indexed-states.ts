// Statuses whose entries are in the search index.

/**
 * Statuses whose entries are in the search index, all of which require the right to publish. Drafts are not indexed, so that the
 * texts of users who may not publish slow down only the searches of callers who may read them.
 */
export const indexedStates: readonly string[] = ['publish', 'future', 'private', 'inherit'];

/** Whether the texts of entries with this status are in the search index. */
export const isIndexedState = (status: string): boolean => indexedStates.includes(status);
