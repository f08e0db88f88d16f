// Embeds JSON data for scripts of front ends in HTML.

/**
 * Returns a script element with JSON data, which browsers do not execute. All characters that could end the element, begin a tag or
 * a character reference, or be misread by a script are escaped, so that the element is safe in any context, including SVG and MathML.
 */
export const jsonScript = (className: string, data: object): string =>
  `<script type="application/json" class="${className}">${JSON.stringify(data).replace(/[<>&'\u2028\u2029]/g, escapeCharacter)}</script>`;

const escapeCharacter = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
