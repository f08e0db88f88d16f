// Embeds JSON data in the HTML of script elements.

/**
 * Returns JSON for the content of a script element that browsers do not execute. All characters that could end the element, begin a tag or
 * a character reference, or be misread by a script are escaped, so that it is safe in any context, including SVG and MathML.
 */
export const toScriptJson = (data: object): string =>
  JSON.stringify(data).replace(/[<>&'\u2028\u2029]/g, escapeCharacter);

const escapeCharacter = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
