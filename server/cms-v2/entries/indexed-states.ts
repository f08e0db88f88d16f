// Declares which entries are in the search index.

/**
 * Statuses whose entries are in the search index. All of them require the right to publish. Drafts are not indexed, so that the texts
 * of users who may not publish slow down only searches by callers who may read drafts.
 */
export const indexedStatuses: readonly string[] = ['publish', 'future', 'private', 'inherit'];

/** Whether the texts of entries with this status are in the search index. */
export const isIndexedStatus = (status: string): boolean => indexedStatuses.includes(status);
