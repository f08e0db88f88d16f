// Counting things by name without growing with the file.

/** How many different names are told apart; a file may hold millions. */
const mostNames = 1000;

/** How much of a name is kept. Characters. */
const longestName = 200;

/** How often each name was counted. */
export class Tally {
  readonly #counts = new Map<string, number>();
  #others = 0;

  /** Counts a name; new names beyond the bound are counted together. */
  add(text: string, n = 1): void {
    if (n === 0) return;
    const name = text.slice(0, longestName);
    if (!this.#counts.has(name) && this.#counts.size >= mostNames) this.#others += n;
    else this.#counts.set(name, (this.#counts.get(name) ?? 0) + n);
  }

  addAll(tally: Tally): void {
    for (const [name, n] of tally.#counts) this.add(name, n);
    this.#others += tally.#others;
  }

  /** The names with their counts, in the order in which they came. */
  entries(): [string, number][] {
    return [...this.#counts];
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, n) => sum + n, this.#others);
  }

  /** The most counted names as text, `a (3), b (1)`, and how much there is beside them. */
  top(most: number): string {
    const ordered = this.entries().sort(([, a], [, b]) => b - a);
    const shown = ordered.slice(0, most).map(([name, n]) => `${name} (${n})`);
    const rest = ordered.slice(most).reduce((sum, [, n]) => sum + n, this.#others);
    return [...shown, ...(rest > 0 ? [`others (${rest})`] : [])].join(', ');
  }
}
