// Data for scripts of front ends, inside HTML.

/**
 * An element that holds data as JSON and runs nowhere. No letter that could end it, begin a tag or a reference, or be read
 * otherwise by a script stands in it as it is, so it is the same wherever it comes to stand: inside foreign elements too.
 */
export const scriptOf = (className: string, data: object): string =>
  `<script type="application/json" class="${className}">${JSON.stringify(data).replace(/[<>&'\u2028\u2029]/g, escaped)}</script>`;

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
