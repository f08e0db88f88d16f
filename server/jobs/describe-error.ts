// Describes the errors of jobs for administrators.

/** Maximum length of a description, in characters. */
const maxLength = 300;

/**
 * Returns the message of an error, on one line and shortened. URLs lose usernames, passwords, queries and fragments, because these may
 * contain secrets.
 */
export function describeJobError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const text = message
    .slice(0, 10 * maxLength)
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi, '$1')
    .replaceAll(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#"']*)[?#][^\s"']*/gi, '$1')
    .replaceAll(/[\s\0]+/g, ' ')
    .trim();
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text.toWellFormed();
  return shortened || 'Unknown error.';
}
