// The path pattern of theme names (templates-and-styles.md §3: a name may have a parent directory).

/** The regular expression of a path parameter with the name of a theme. */
export const themeSegment = '[^/:<>*?"|]+(?:/[^/:<>*?"|]+)?';
