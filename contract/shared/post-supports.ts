// Lists the features of posts and pages for user interfaces (protocol.md §15, `supports`).

/** Returns the features that posts and pages have in common, including notes on blocks, and the given additional features. */
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
