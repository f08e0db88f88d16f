// Aggregates failed logins, so that many of them cause few writes and all of them are counted in the audit log.
import type { Database, ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { fold } from '../rendering/fold.ts';
import type { Clock } from '../time/zone.ts';
import { anonymousFrom, recordAuditEvent } from './record-event.ts';

/** The IP address, account and kind of credential of a failed login. */
interface FailedLogin {
  readonly from: string;
  readonly account: string;
  readonly secret: string;
}

/** The number of failed logins with the same properties. */
interface AggregatedFailures extends FailedLogin {
  failures: number;
}

/** Maximum number of distinct failed logins between two writes. Further ones are counted together. */
const maxDistinctFailures = 100;

/** Failed logins that are aggregated in memory until they are written to the audit log. */
export class FailedLoginLog {
  readonly #database: Database;
  readonly #clock: Clock;
  #aggregated = new Map<string, AggregatedFailures>();
  #others = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds a failed login in memory. */
  add({ from, account, secret }: FailedLogin): void {
    const key = JSON.stringify([from, fold(account).slice(0, 100), secret]);
    const known = this.#aggregated.get(key);
    if (known) known.failures += 1;
    else if (this.#aggregated.size < maxDistinctFailures)
      this.#aggregated.set(key, { from, account: account.slice(0, 100), secret, failures: 1 });
    else this.#others += 1;
  }

  /**
   * Writes the aggregated failures to the audit log in one transaction, with a count per IP address, account and kind of credential.
   * An unknown username is not written, because it may be a password that was entered into the wrong field.
   *
   * Throws errors of the database. The failures are then retained for the next write.
   */
  async write(): Promise<void> {
    const [aggregated, others] = [this.#aggregated, this.#others];
    if (aggregated.size === 0) return;
    this.#aggregated = new Map();
    this.#others = 0;
    try {
      await this.#database.transaction(async (tx) => {
        for (const { from, account, secret, failures } of aggregated.values()) {
          const user = await findUserByName(tx, account);
          await recordAuditEvent(tx, this.#clock, anonymousFrom(from), {
            action: 'sign-in-failed',
            kind: 'user',
            id: user?.id ?? 0,
            name: user?.login ?? '',
            details: { failures, credential: secret },
          });
        }
        if (others > 0)
          await recordAuditEvent(tx, this.#clock, anonymousFrom(''), {
            ...{ action: 'sign-in-failed', kind: 'user', id: 0, name: '' },
            details: { failures: others, credential: 'any' },
          });
      });
    } catch (error) {
      this.#others += others;
      for (const [key, each] of aggregated) {
        const newer = this.#aggregated.get(key);
        if (newer) newer.failures += each.failures;
        else this.#aggregated.set(key, each);
      }
      throw error;
    }
  }
}

const userByNameStatement = statement((q, p: Slots<{ key: string }>) =>
  q
    .selectFrom('users')
    .select(['id', 'login'])
    .where((eb) => eb.or([eb('login_key', '=', p.key), eb('email_key', '=', p.key)]))
    .orderBy('id')
    .limit(1),
);

const findUserByName = (read: ReadHandle, account: string) => read.first(userByNameStatement, { key: fold(account) });
