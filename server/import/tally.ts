// Counts occurrences by name, with bounded memory.

/** Maximum number of distinct names; a file may contain millions. */
const maxNames = 1000;

/** Maximum length of a stored name, in characters. */
const maxNameLength = 200;

/** The number of occurrences of each name. */
export class Tally {
  readonly #counts = new Map<string, number>();
  #others = 0;

  /** Adds `n` occurrences of a name. New names beyond the limit are counted together. */
  add(text: string, n = 1): void {
    if (n === 0) return;
    const name = text.slice(0, maxNameLength);
    if (!this.#counts.has(name) && this.#counts.size >= maxNames) this.#others += n;
    else this.#counts.set(name, (this.#counts.get(name) ?? 0) + n);
  }

  addAll(tally: Tally): void {
    for (const [name, n] of tally.#counts) this.add(name, n);
    this.#others += tally.#others;
  }

  /** Returns the names with their counts in insertion order. */
  entries(): [string, number][] {
    return [...this.#counts];
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, n) => sum + n, this.#others);
  }

  /** Formats the most frequent names, `a (3), b (1)`, and the total of the others. */
  top(limit: number): string {
    const ordered = this.entries().sort(([, a], [, b]) => b - a);
    const topNames = ordered.slice(0, limit).map(([name, n]) => `${name} (${n})`);
    const rest = ordered.slice(limit).reduce((sum, [, n]) => sum + n, this.#others);
    return [...topNames, ...(rest > 0 ? [`others (${rest})`] : [])].join(', ');
  }
}
