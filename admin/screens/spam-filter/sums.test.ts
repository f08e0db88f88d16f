import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accuracyOf, sumDays } from './sums.ts';

const day = { spam: 3, ham: 5, discarded: 2, missed_spam: 1, false_positives: 0 };

it('the numbers of days are added', () => {
  assert.deepEqual(sumDays([day, day, { ...day, false_positives: 4 }]), {
    ...{ spam: 9, ham: 15, discarded: 6, missed_spam: 3, false_positives: 4 },
  });
});

it('the accuracy is the share of decisions that were not corrected', () => {
  assert.equal(accuracyOf(sumDays([])), undefined);
  assert.equal(accuracyOf(day), 0.9);
  // Moderators can correct decisions of earlier days.
  assert.equal(accuracyOf({ ...day, missed_spam: 40 }), 0);
});
