// Features of posts and pages for user interfaces (protocol.md §15, `supports`).

/** Returns the common features of posts and pages, including notes on blocks, and further features. */
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
