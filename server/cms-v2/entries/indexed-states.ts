// Which entries are in the search index.

/**
 * States whose entries are in the search index: those that only who may publish can give. A draft is not, so that the text of
 * somebody who may not publish costs time to nobody but those who may read it.
 */
export const indexedStates: readonly string[] = ['publish', 'future', 'private', 'inherit'];

/** Whether the text of entries in a state is in the search index. */
export const isIndexedState = (status: string): boolean => indexedStates.includes(status);
