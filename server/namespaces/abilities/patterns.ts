// Regular expressions in a form that all JSON schema validators accept.

/**
 * Returns a schema whose patterns, at any depth, have no unnecessary backslashes. The REST schemas have to keep some of them for
 * compatibility, but validators that compile patterns with the Unicode flag, as JSON schema requires, reject them.
 */
export function withPlainPatterns<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withPlainPatterns) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'pattern' && typeof value === 'string' ? plain(value) : withPlainPatterns(value),
    ]),
  ) as T;
}

const plain = (pattern: string): string => pattern.replace(/\\([^\w^$\\.*+?()[\]{}|/-])/g, '$1');
