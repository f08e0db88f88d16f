import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertCpuTime } from '../../test/cpu-time.ts';
import { randomSubmission, seededRandom } from '../../test/spam-submissions.ts';
import { extractFeatures, spamScore } from './classifier.ts';
import type { Occurrences } from './store.ts';

describe('the spam filter after 200 moderator decisions', () => {
  for (const seed of [1, 2, 3]) {
    it(`detects 95% of spam with at most 1% false positives (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const occurrences = new Map<string, Occurrences>();
      const count = { spam: 0, ham: 0 };
      for (let n = 0; n < 200; n += 1) {
        const kind = n % 2 === 0 ? 'spam' : 'ham';
        count[kind] += 1;
        for (const feature of extractFeatures(randomSubmission(random, kind))) {
          const { spam, ham } = occurrences.get(feature) ?? { spam: 0, ham: 0 };
          occurrences.set(feature, kind === 'spam' ? { spam: spam + 1, ham } : { spam, ham: ham + 1 });
        }
      }
      const share = (kind: 'spam' | 'ham') =>
        Array.from({ length: 1000 }, () =>
          spamScore(extractFeatures(randomSubmission(random, kind)), occurrences, count),
        ).filter((score) => score >= 0.9).length / 1000;
      const [detectedShare, falsePositiveShare] = [share('spam'), share('ham')];
      assert.ok(detectedShare >= 0.95, `${detectedShare} of the spam was detected`);
      assert.ok(falsePositiveShare <= 0.01, `${falsePositiveShare} of the ham was misclassified`);
    });
  }
});

describe('the untrained spam filter', () => {
  const nothing = { spam: 0, ham: 0 };
  const score = (text: string, more = {}) =>
    spamScore(
      extractFeatures({ text, name: 'Ada', email: 'ada@mail.example', url: '', author: 0, ...more }),
      new Map(),
      nothing,
    );

  it('accepts plain text and single links, and rejects many links', () => {
    assert.ok(score('I read this with joy.') < 0.1);
    assert.ok(score('See https://a.example for more.') < 0.9);
    assert.ok(score('https://a.example '.repeat(20)) > 0.9);
  });
});

describe('the spam filter', () => {
  const learned = { spam: 100, ham: 100 };
  const spam = Array.from({ length: 20 }, (_, n) => `pills${n}`);
  const occurrences = new Map<string, Occurrences>(spam.map((feature) => [feature, { spam: 90, ham: 0 }]));

  it('cannot be evaded with names of properties of JavaScript objects', () => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      assert.ok(spamScore([...spam, word], occurrences, learned) > 0.9, word);
    for (const { text } of [{ text: 'constructor of pills' }, { text: '__proto__ pills' }])
      assert.ok(
        spamScore(
          [...spam, ...extractFeatures({ text, name: '', email: '', url: '', author: 0 })],
          occurrences,
          learned,
        ) > 0.9,
      );
  });

  it('cannot be evaded with negative counts, which result from comments edited before training is reverted', () => {
    const negativeCounts = new Map([
      ...occurrences,
      ['bread', { spam: 0, ham: -1 }],
      ['rye', { spam: -2, ham: 1 }],
    ] as const);
    assert.ok(spamScore([...spam, 'bread', 'rye'], negativeCounts, learned) > 0.9);
    const score = spamScore(['bread'], negativeCounts, { spam: -3, ham: 1 });
    assert.ok(score > 0 && score < 0.9, String(score));
  });
});

describe('the features of a comment', () => {
  it('are limited in number, and extracted in limited time, for any text', () => {
    for (const text of ['<'.repeat(1_000_000), 'a'.repeat(1_000_000), 'http://'.repeat(200_000), '\u0000\uD800', '']) {
      assertCpuTime(() => {
        const features = extractFeatures({ text, name: text, email: text, url: text, author: 0 });
        assert.ok(features.length <= 300 && features.every((feature) => feature.length <= 60));
      }, 2000);
    }
  });
});
