/**
 * Why an export could not be read to its end.
 *
 * `not-xml` nothing like XML; `not-wxr` XML of another kind; `doctype` carries a document type declaration; `encoding`
 * not UTF-8; `malformed` broken XML; `truncated` ends too early; `too-deep` and `too-large` go past this reader's bounds.
 */
export type WxrFault =
  | 'not-xml'
  | 'not-wxr'
  | 'doctype'
  | 'encoding'
  | 'malformed'
  | 'truncated'
  | 'too-deep'
  | 'too-large';

/** An export that cannot be read, or not to its end. The message is one sentence fit to be shown to whoever sent the file. */
export class WxrError extends Error {
  override readonly name = 'WxrError';
  readonly fault: WxrFault;
  /** The line of the file, counted from 1, where reading stopped. */
  readonly line: number;

  constructor(fault: WxrFault, line: number, message: string) {
    super(message);
    this.fault = fault;
    this.line = line;
  }
}
