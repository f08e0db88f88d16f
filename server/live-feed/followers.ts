// Limits the number of followers in this process.

/** Counts followers in total and per user. */
export class Followers {
  readonly #maxFollowers: number;
  readonly #maxPerUser: number;
  readonly #counts = new Map<number, number>();
  #all = 0;

  /** `maxFollowers` is the limit for all followers, `maxPerUser` that of one user. */
  constructor(maxFollowers: number, maxPerUser: number) {
    this.#maxFollowers = maxFollowers;
    this.#maxPerUser = maxPerUser;
  }

  /** Whether another follower of a user may be admitted. */
  hasCapacity(user: number): boolean {
    return this.#all < this.#maxFollowers && this.#countOf(user) < this.#maxPerUser;
  }

  add(user: number): void {
    this.#all += 1;
    this.#counts.set(user, this.#countOf(user) + 1);
  }

  remove(user: number): void {
    this.#all -= 1;
    const remaining = this.#countOf(user) - 1;
    if (remaining > 0) this.#counts.set(user, remaining);
    else this.#counts.delete(user);
  }

  #countOf(user: number): number {
    return this.#counts.get(user) ?? 0;
  }
}
