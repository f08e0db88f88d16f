// Patterns as every reader of JSON schemas takes them.

/**
 * A schema whose patterns, at any depth, have no needless backslashes. Clients of the routes know some patterns with them; who
 * reads patterns as Unicode, as JSON schema wants it, refuses those.
 */
export function withPlainPatterns<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withPlainPatterns) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([word, value]) => [
      word,
      word === 'pattern' && typeof value === 'string' ? plain(value) : withPlainPatterns(value),
    ]),
  ) as T;
}

const plain = (pattern: string): string => pattern.replace(/\\([^\w^$\\.*+?()[\]{}|/-])/g, '$1');
