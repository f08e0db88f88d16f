/**
 * The error that is thrown at startup if a declaration is invalid, for example one of an extension. The message is for the author of the
 * declaration; the stack trace is of no use to them.
 */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
