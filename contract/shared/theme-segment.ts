// Declares the path pattern of theme names, which may include a parent directory (templates-and-styles.md §3).

/** The regular expression for path parameters that contain the name of a theme. */
export const themeSegment = '[^/:<>*?"|]+(?:/[^/:<>*?"|]+)?';
