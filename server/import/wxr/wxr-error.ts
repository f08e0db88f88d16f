// Defines the error for invalid exports.

/**
 * The reason why an export could not be read to its end.
 *
 * `not-xml`: not XML; `not-wxr`: XML, but not a site export; `doctype`: contains a document type declaration; `encoding`: not
 * UTF-8; `malformed`: invalid XML; `truncated`: ends too early; `too-deep` and `too-large`: exceeds a limit of this reader.
 */
export type WxrErrorCode =
  | 'not-xml'
  | 'not-wxr'
  | 'doctype'
  | 'encoding'
  | 'malformed'
  | 'truncated'
  | 'too-deep'
  | 'too-large';

/** Thrown for an export that cannot be read to its end. The message is for the operator. */
export class WxrError extends Error {
  override readonly name = 'WxrError';
  readonly code: WxrErrorCode;
  /** The line, counted from 1, at which reading stopped. */
  readonly line: number;

  constructor(code: WxrErrorCode, line: number, message: string) {
    super(message);
    this.code = code;
    this.line = line;
  }
}
