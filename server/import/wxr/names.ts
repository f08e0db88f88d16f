const USUAL_PREFIXES = new Map([
  ['http://purl.org/rss/1.0/modules/content/', 'content'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
]);
const EXPORT_NAMESPACE = /^https?:\/\/(?:www\.)?wordpress\.org\/export\/[\d.]+\/(excerpt\/)?$/;

/** A name as the file writes it, with the namespace its prefix was declared for. */
export interface DeclaredName {
  prefix: string;
  local: string;
  uri: string;
}

/**
 * The name by which the reader knows an element, such as `wp:post_id`, `excerpt:encoded` or `item`. The namespace decides,
 * in the spelling of any version of the format; under an unknown namespace the prefix as written stands.
 */
export function usualName({ prefix, local, uri }: DeclaredName): string {
  const usual = usualPrefix(uri) ?? prefix;
  return usual === '' ? local : `${usual}:${local}`;
}

function usualPrefix(uri: string): string | undefined {
  const ofExport = EXPORT_NAMESPACE.exec(uri);
  if (ofExport !== null) return ofExport[1] === undefined ? 'wp' : 'excerpt';
  return USUAL_PREFIXES.get(uri);
}

/**
 * A namespace for a prefix that the file uses but never declares, as exports edited by hand do. It is one that no file
 * declares, so that the prefix as written decides.
 */
export function undeclaredNamespace(prefix: string): string {
  return `urn:undeclared:${prefix}`;
}
