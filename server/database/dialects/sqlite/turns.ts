import { DatabaseBusy } from '../../errors.ts';
import type { Deadline } from './patience.ts';

/** Turns at something only one may have at a time, given in the order they were asked for. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /**
   * Waits for a turn; whoever got it must give it back by calling `giveBack`.
   * @throws DatabaseBusy when the deadline passes first
   */
  take(deadline: Deadline): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(new DatabaseBusy('Others are writing; the wait for a turn took too long.'));
      };
      const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      this.#waiting.push(turn);
    });
  }

  /** Ends the present turn; the next in line has it. */
  giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }

  /** Runs the work in a turn. */
  async during<T>(deadline: Deadline, work: () => T | Promise<T>): Promise<T> {
    await this.take(deadline);
    try {
      return await work();
    } finally {
      this.giveBack();
    }
  }
}
