// How many follow events in this process.

/** Counts who follows. */
export class Followers {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #counts = new Map<number, number>();
  #all = 0;

  /** So many may follow at once, and so many by the account of one user. */
  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /** Whether there is room for one more of a user. */
  hasRoom(user: number): boolean {
    return this.#all < this.#most && this.#of(user) < this.#mostOfOne;
  }

  enter(user: number): void {
    this.#all += 1;
    this.#counts.set(user, this.#of(user) + 1);
  }

  leave(user: number): void {
    this.#all -= 1;
    const left = this.#of(user) - 1;
    if (left > 0) this.#counts.set(user, left);
    else this.#counts.delete(user);
  }

  #of(user: number): number {
    return this.#counts.get(user) ?? 0;
  }
}
