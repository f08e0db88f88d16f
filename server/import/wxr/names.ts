// Maps the XML names of an export to names with canonical prefixes.
const CANONICAL_PREFIXES = new Map([
  ['http://purl.org/rss/1.0/modules/content/', 'content'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
]);
const EXPORT_NAMESPACE = /^https?:\/\/(?:www\.)?wordpress\.org\/export\/[\d.]+\/(excerpt\/)?$/;

/** A qualified name with the namespace that the file declares for its prefix. */
export interface DeclaredName {
  prefix: string;
  local: string;
  uri: string;
}

/**
 * Returns the canonical name of an element, such as `wp:post_id`, `excerpt:encoded` or `item`. The namespace of any version of
 * the format determines the prefix; for an unknown namespace the prefix of the file is used.
 */
export function canonicalName({ prefix, local, uri }: DeclaredName): string {
  const canonical = canonicalPrefix(uri) ?? prefix;
  return canonical === '' ? local : `${canonical}:${local}`;
}

function canonicalPrefix(uri: string): string | undefined {
  const ofExport = EXPORT_NAMESPACE.exec(uri);
  if (ofExport !== null) return ofExport[1] === undefined ? 'wp' : 'excerpt';
  return CANONICAL_PREFIXES.get(uri);
}

/**
 * Returns a namespace for a prefix that the file uses but does not declare, as in exports edited by hand. No file declares this
 * namespace, so `canonicalName` uses the prefix of the file.
 */
export function undeclaredNamespace(prefix: string): string {
  return `urn:undeclared:${prefix}`;
}
