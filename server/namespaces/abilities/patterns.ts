// Removes unnecessary escapes from regular expressions in schemas, so that all JSON schema validators accept them.

/**
 * Returns a copy of a schema without unnecessary backslashes in its patterns, at any depth. REST schemas keep these backslashes for
 * compatibility, but JSON Schema validators that compile patterns with the Unicode flag reject them.
 */
export function withPlainPatterns<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withPlainPatterns) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'pattern' && typeof value === 'string' ? withoutUnnecessaryEscapes(value) : withPlainPatterns(value),
    ]),
  ) as T;
}

const withoutUnnecessaryEscapes = (pattern: string): string => pattern.replace(/\\([^\w^$\\.*+?()[\]{}|/-])/g, '$1');
