// How themes stand in addresses (templates-and-styles.md §3: a name may have a folder above it).

/** What stands in the address for the name of a theme. */
export const themeSegment = '[^/:<>*?"|]+(?:/[^/:<>*?"|]+)?';
