// Returns the tags by which events of entries are found.

/** Returns the event tags `term:<ID>` of terms. */
export const termTags = (ids: readonly number[]): string[] => ids.map((id) => `term:${id}`);

/** Returns the event tags `entry:<ID>` of entries. */
export const entryTags = (ids: readonly number[]): string[] => ids.map((id) => `entry:${id}`);
