// The language of dates and numbers.

/** Returns the language of the page, with the region of the browser if the browser has the same language: `en-GB` for `en`. */
export function formatLanguage(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((each) => each === lang || each.startsWith(`${lang}-`)) ?? lang;
}
