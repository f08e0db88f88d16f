// Limits the number of followers in this process.

/** The number of followers in total and per user, with their limits. */
export class Followers {
  readonly #maxFollowers: number;
  readonly #maxPerUser: number;
  readonly #counts = new Map<number, number>();
  #all = 0;

  /** `maxFollowers` is the limit for all followers, and `maxPerUser` the limit per user. */
  constructor(maxFollowers: number, maxPerUser: number) {
    this.#maxFollowers = maxFollowers;
    this.#maxPerUser = maxPerUser;
  }

  /** Returns whether another follower with this user ID is allowed. */
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
