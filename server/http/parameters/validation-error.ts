// Creates validation errors of parameters, each with an error code for clients and a message for users.

/** The reason why a value is invalid: `details.<name>` of the error response (protocol.md §4.6). */
export interface ValidationError {
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
  /** Further data of the same error (protocol.md §5). */
  readonly additional_data?: readonly unknown[];
}

/** The result of validating an invalid value. */
export interface InvalidResult {
  readonly error: ValidationError;
}

/** The result of validating a value: the converted value, or the error. */
export type ValidationResult = { readonly value: unknown } | InvalidResult;

/** Creates a validation error, by default without data (protocol.md §4.4). */
export const validationError = (code: string, message: string, data: unknown = null): InvalidResult => ({
  error: { code, message, data },
});

/** Creates the error for a value, item or property at `param` of the wrong type; its data names the location (protocol.md §4.4). */
export function wrongTypeError(param: string, type: string | readonly string[]): InvalidResult {
  const expected = typeof type === 'string' ? type : type.join(' or ');
  return validationError('rest_invalid_type', `${param} must be of type ${expected}.`, { param });
}

/** Whether the error reports a wrong type of the value at `param` itself, not of a nested value (protocol.md §4.4). */
export function isWrongTypeAt(param: string, { code, data }: ValidationError): boolean {
  return code === 'rest_invalid_type' && (data as { param?: unknown } | null)?.param === param;
}
