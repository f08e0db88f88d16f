/**
 * Thrown at the start where something declared cannot be served, by an extension for example. The message is a sentence for who
 * has declared it; where it was thrown tells nothing.
 */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
