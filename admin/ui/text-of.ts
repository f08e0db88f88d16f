// Converts HTML to the text that it displays.

/** Returns the text of an HTML fragment. Scripts in it do not run, and images are not loaded. */
export const textOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
