// Declares the error for an invalid configuration.

/** Thrown for an invalid configuration; the message has one line per error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
