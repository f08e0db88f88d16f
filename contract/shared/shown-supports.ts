// What interfaces may offer for posts and pages (protocol.md §15, `supports`).

/** What both have, notes on their blocks among it, and further features. */
export const shownSupports = (...more: readonly string[]): Record<string, true | readonly object[]> => ({
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
