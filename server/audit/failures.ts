// Failed tries to sign in, gathered so that a flood of guesses is neither a flood of writes nor lost.
import type { Database, ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { fold } from '../rendering/fold.ts';
import type { Clock } from '../time/zone.ts';
import { nobodyFrom, noteDeed } from './note.ts';

/** Who tried to sign in as whom, with what kind of secret. */
interface Failure {
  readonly from: string;
  readonly account: string;
  readonly secret: string;
}

interface Gathered extends Failure {
  failures: number;
}

/** How many kinds of failures are told apart until they are written; further ones are counted together. */
const mostKinds = 100;

/** Gathers failures in memory until they are written down. */
export class Failures {
  readonly #database: Database;
  readonly #clock: Clock;
  #gathered = new Map<string, Gathered>();
  #others = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Takes one down, in memory. */
  add({ from, account, secret }: Failure): void {
    const key = JSON.stringify([from, fold(account).slice(0, 100), secret]);
    const known = this.#gathered.get(key);
    if (known) known.failures += 1;
    else if (this.#gathered.size < mostKinds)
      this.#gathered.set(key, { from, account: account.slice(0, 100), secret, failures: 1 });
    else this.#others += 1;
  }

  /**
   * Writes what was gathered into the audit log, in one transaction: for each sender and account how many there were. A name
   * that is nobody's is not written down, for it may be a password in the wrong field.
   *
   * Where it cannot be written it is kept for the next time, and the error is thrown.
   */
  async write(): Promise<void> {
    const [gathered, others] = [this.#gathered, this.#others];
    if (gathered.size === 0) return;
    this.#gathered = new Map();
    this.#others = 0;
    try {
      await this.#database.transaction(async (tx) => {
        for (const { from, account, secret, failures } of gathered.values()) {
          const user = await findNamed(tx, account);
          await noteDeed(tx, this.#clock, nobodyFrom(from), {
            action: 'sign-in-failed',
            kind: 'user',
            id: user?.id ?? 0,
            name: user?.login ?? '',
            details: { failures, credential: secret },
          });
        }
        if (others > 0)
          await noteDeed(tx, this.#clock, nobodyFrom(''), {
            ...{ action: 'sign-in-failed', kind: 'user', id: 0, name: '' },
            details: { failures: others, credential: 'any' },
          });
      });
    } catch (error) {
      this.#others += others;
      for (const [key, each] of gathered) {
        const since = this.#gathered.get(key);
        if (since) since.failures += each.failures;
        else this.#gathered.set(key, each);
      }
      throw error;
    }
  }
}

const named = statement((q, p: Slots<{ key: string }>) =>
  q
    .selectFrom('users')
    .select(['id', 'login'])
    .where((eb) => eb.or([eb('login_key', '=', p.key), eb('email_key', '=', p.key)]))
    .orderBy('id')
    .limit(1),
);

const findNamed = (read: ReadHandle, account: string) => read.first(named, { key: fold(account) });
