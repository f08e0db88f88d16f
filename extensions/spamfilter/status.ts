// Implements the endpoints with the state of the filter and its statistics by day.
import { discardThreshold, spamThreshold } from './classifier.ts';
import type { Services, SpamfilterOperations } from './contract.ts';
import { countAllUndecided, dayOf, findDays, findFeatures } from './store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Responds with the number of training comments, the thresholds, and the status of the key, but not with the key. */
export const getStatus = ({ database, settings }: Services): SpamfilterOperations['get-status'] => ({
  async run() {
    const { read } = database;
    const current = await settings.read();
    const { learned } = await findFeatures(read, []);
    const value = {
      training: {
        spam: Math.max(0, learned.spam),
        ham: Math.max(0, learned.ham),
        automatic: await countAllUndecided(read),
      },
      threshold: spamThreshold(current),
      discard_threshold: discardThreshold,
      discards: current.spamfilter_strictness,
      key_status: current.key_status,
    };
    return { kind: 'value', value };
  },
});

/** Responds with the counts of each of the last days, including today; days without comments have zeros. */
export const getDays = ({ database, clock }: Services): SpamfilterOperations['get-days'] => ({
  async run({ args: { days: count } }) {
    const today = clock();
    const names = Array.from({ length: count }, (_, at) => dayOf(today - (count - 1 - at) * dayMs));
    const found = new Map((await findDays(database.read, names[0] ?? '')).map((each) => [each.day, each]));
    const days = names.map((day) => {
      const { spam = 0, ham = 0, discarded = 0, missed = 0, mistaken = 0 } = found.get(day) ?? {};
      return { day, spam, ham, discarded, missed_spam: missed, false_positives: mistaken };
    });
    return { kind: 'value', value: { days } };
  },
});
