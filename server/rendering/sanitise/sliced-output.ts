/**
 * Output that is mostly a copy of its source. Adjacent fragments that equal the source are sliced from it as one string, which
 * is faster than concatenating them.
 */
export class SlicedOutput {
  readonly #source: string;
  readonly #parts: string[] = [];
  /** Range of the source that is not yet among the parts. */
  #start = 0;
  #end = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Writes text for a position of the source. Text that equals the source at this position is sliced from it later. */
  write(text: string, at: number): void {
    if (text === '') return;
    if (!this.#source.startsWith(text, at)) {
      this.#endRun();
      this.#parts.push(text);
      return;
    }
    if (at !== this.#end) {
      this.#endRun();
      this.#start = at;
    }
    this.#end = at + text.length;
  }

  /** Writes text that is not in the source. */
  add(text: string): void {
    if (text === '') return;
    this.#endRun();
    this.#parts.push(text);
  }

  /** Returns the complete output. */
  toString(): string {
    this.#endRun();
    return this.#parts.join('');
  }

  #endRun(): void {
    if (this.#end > this.#start) this.#parts.push(this.#source.slice(this.#start, this.#end));
    this.#start = this.#end;
  }
}
