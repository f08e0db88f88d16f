// Lists the features that posts and pages have in common, and their form for user interfaces (protocol.md §15, `supports`).

/** The features that posts and pages have in common. */
export const postFeatures = [
  ...(['title', 'editor', 'author', 'excerpt'] as const),
  ...(['thumbnail', 'comments', 'revisions', 'custom-fields'] as const),
] as const;

/** Returns these features for user interfaces, except excerpts and including notes on blocks, and the given additional features. */
export const postSupports = (...more: readonly string[]): Record<string, true | readonly object[]> => ({
  title: true,
  editor: [{ notes: true }],
  author: true,
  thumbnail: true,
  'custom-fields': true,
  comments: true,
  revisions: true,
  autosave: true,
  ...Object.fromEntries(more.map((feature) => [feature, true] as const)),
});
