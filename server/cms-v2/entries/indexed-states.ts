// Declares which entries are in the search index.

/**
 * Statuses whose entries are in the search index. Drafts and pending entries are not indexed, so that the texts of users who may not
 * publish slow down only searches by callers who may list drafts.
 */
export const indexedStatuses: readonly string[] = ['publish', 'future', 'private', 'inherit'];

/** Whether the texts of entries with this status are in the search index. */
export const isIndexedStatus = (status: string): boolean => indexedStatuses.includes(status);
