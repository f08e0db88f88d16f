// The one way an operation says no.

/** Further parts of an error answer (protocol.md §5). */
export interface RefusalParts {
  /** Members of `data` beside `status`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Data of the same error told once more at the top of the answer. */
  readonly additionalData?: readonly unknown[];
  /** Other errors of the same request. */
  readonly others?: readonly Refusal[];
  /** Nobody may keep the answer, whatever was asked for. */
  readonly unkept?: boolean;
  /** Seconds after which trying again may help; sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request that is refused: a code clients know, the status, and one sentence for people.
 *
 * Thrown by rules, checks and operations; the pipeline's last stage turns it into the answer. What is thrown and is not
 * a Refusal is a fault of ours: it is logged, and the caller is told nothing of it.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly status: number;
  readonly parts: RefusalParts;

  constructor(code: string, status: number, message: string, parts: RefusalParts = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.parts = parts;
  }
}
