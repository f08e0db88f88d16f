import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactedMessageOf } from './redact-message.ts';

const messageOf = (message: string) => redactedMessageOf(new Error(message)).replace(/, at redact-message.*$/, '');

test('the message of an Error is retained without values', () => {
  const cases = [
    ['no template with this name', 'no template with this name'],
    ['unknown order "A17" of \'Jane\' or `x`', 'unknown order "…" of "…" or "…"'],
    ['GET https://user:pw@shop.test/orders/7?key=abc failed', 'GET https://shop.test/… failed'],
    ['postgres://octavo:pw@db.test:5432/octavo is down', 'postgres://db.test:5432/… is down'],
    ['no mail to jane.doe@site.test', 'no mail to …'],
    ['the key sk_live_51H8xYzABCDEFGHIJ is wrong', 'the key … is wrong'],
    ['0f8b6f0e-6a0c-4f3b-9d5e-7f0a4b8b1c11 is gone', '… is gone'],
    ['the first line\nthe "password"', 'the first line the "…"'],
    ['unknown order "a diary without an end', 'unknown order "…"'],
    [`unknown order "${'a diary '.repeat(100)}"`, 'unknown order "…"'],
    ["can't store 'hunter two' now", 'can\'t store "…" now'],
    ["no 'don't do that' here", 'no "…" here'],
    ['the key AbCdEfGhIjKlMnOpQrStUvWxYz/abc+def== is wrong', 'the key … is wrong'],
  ] as const;
  for (const [message, expected] of cases) assert.equal(messageOf(message), `Error, ${expected}`);
});

test('messages of other classes and other thrown values are omitted', () => {
  assert.match(
    redactedMessageOf(new TypeError('secret is no function')),
    /^TypeError, at redact-message\.test\.ts:\d+/,
  );
  assert.match(redactedMessageOf(catchError(() => JSON.parse('secret'))), /^SyntaxError/);
  assert.ok(!redactedMessageOf(catchError(() => JSON.parse('secret'))).includes('secret'));
  assert.equal(redactedMessageOf('secret'), 'a value that is not an Error was thrown');
  assert.equal(redactedMessageOf({ message: 'secret' }), 'a value that is not an Error was thrown');
});

test('a message is limited, also a hostile one, in linear time', () => {
  const startedAt = performance.now();
  for (const text of ['"'.repeat(1e6), 'a@'.repeat(5e5), 'x'.repeat(1e6), 'a://'.repeat(2e5)])
    assert.ok(redactedMessageOf(new Error(text)).length <= 400);
  assert.ok(performance.now() - startedAt < 1000);
});

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
