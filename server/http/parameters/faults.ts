// The ways a value can fail its declaration, each with the code clients know and a sentence for people.

/** Why a value was refused: `details.<name>` of the answer (protocol.md §4.6). */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
  /** Data behind the first (protocol.md §5). */
  readonly additional_data?: readonly unknown[];
}

/** What testing a value comes to: the converted value, or why it was refused. */
export type Verdict = { readonly value: unknown } | { readonly fault: Fault };

/** A fault without data of its own (protocol.md §4.4). */
export const fault = (code: string, message: string, data: unknown = null): { fault: Fault } => ({
  fault: { code, message, data },
});

/** The value, or the item or member at `param`, is of another type; its data names the place (protocol.md §4.4). */
export function wrongType(param: string, type: string | readonly string[]): { fault: Fault } {
  const expected = typeof type === 'string' ? type : type.join(' or ');
  return fault('rest_invalid_type', `${param} must be of type ${expected}.`, { param });
}

/** Whether the fault is that the value at `param` itself, and nothing inside it, is of another type (protocol.md §4.4). */
export function isWrongTypeAt(param: string, { code, data }: Fault): boolean {
  return code === 'rest_invalid_type' && (data as { param?: unknown } | null)?.param === param;
}
