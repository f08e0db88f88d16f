import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { type Attempt, delayAfter, makeLoginThrottle, maxFailures } from './login-throttle.ts';
import { senderKey } from './sender-key.ts';

/** Returns a throttle with a manual clock, together with the waits that it has requested. */
function openThrottle() {
  let now = 1_000_000;
  const waits: number[] = [];
  const failures: number[] = [];
  const throttle = makeLoginThrottle({
    clock: () => now,
    pause: async (milliseconds) => {
      waits.push(milliseconds);
    },
    onFailed: (_attempt, count) => failures.push(count),
  });
  return { throttle, waits, failures, advance: (milliseconds: number) => (now += milliseconds) };
}

const attempt = (from: string, account = 'admin', secret: Attempt['secret'] = 'application-password'): Attempt => ({
  from,
  account,
  secret,
});
const failedLogin = async () => undefined;
const successfulLogin = async () => 'user';

/** Returns the Retry-After seconds of a rejected attempt; undefined if it was not rejected. */
const retryAfterOf = async (attempted: Promise<unknown>): Promise<number | undefined> => {
  try {
    await attempted;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.code], [429, 'rest_too_many_failed_attempts']);
    return error.options.retryAfter;
  }
};

describe('failed attempts', () => {
  test('are delayed exponentially after the first five', async () => {
    const { throttle, waits } = openThrottle();
    for (let n = 0; n < 14; n += 1) assert.equal(await throttle.guard(attempt('192.0.2.1'), failedLogin), undefined);
    assert.deepEqual(waits, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    assert.equal(delayAfter(1e9), 5000);
  });

  test('do not delay other senders, nor the same sender at other accounts', async () => {
    const { throttle } = openThrottle();
    for (let n = 0; n < 9; n += 1) await throttle.guard(attempt('192.0.2.1'), failedLogin);
    assert.deepEqual(throttle.decide(attempt('192.0.2.2')), { wait: 0 });
    assert.deepEqual(throttle.decide(attempt('192.0.2.1', 'editor')), { wait: 0 });
    assert.deepEqual(throttle.decide(attempt('192.0.2.1')), { wait: 800 });
  });

  test('no longer count after a success or 15 minutes', async () => {
    const { throttle, advance } = openThrottle();
    for (let n = 0; n < 9; n += 1) await throttle.guard(attempt('192.0.2.1'), failedLogin);
    assert.equal(await throttle.guard(attempt('192.0.2.1'), successfulLogin), 'user');
    assert.deepEqual(throttle.decide(attempt('192.0.2.1')), { wait: 0 });
    for (let n = 0; n < 9; n += 1) await throttle.guard(attempt('192.0.2.3'), failedLogin);
    advance(15 * 60_000);
    assert.deepEqual(throttle.decide(attempt('192.0.2.3')), { wait: 0 });
  });

  test('at one account from many addresses delay other addresses, but not trusted ones', async () => {
    const { throttle } = openThrottle();
    await throttle.guard(attempt('198.51.100.1'), successfulLogin);
    for (let n = 0; n < 70; n += 1) await throttle.guard(attempt(`192.0.2.${n}`), failedLogin);
    assert.deepEqual(throttle.decide(attempt('203.0.113.9')), { wait: 200 });
    assert.deepEqual(throttle.decide(attempt('198.51.100.1')), { wait: 0 });
  });

  test('count for the account in all spellings of its username', async () => {
    const { throttle } = openThrottle();
    const spellings = [
      'admin',
      ' admin',
      'admin\u00a0',
      'ADMIN',
      '\0admin',
      'ad\0min',
      '\ufeff admin \t',
      '\0 admin',
      'ádmin',
    ];
    for (const name of spellings) await throttle.guard(attempt('192.0.2.1', name, 'password'), failedLogin);
    assert.deepEqual(throttle.decide(attempt('192.0.2.1', 'admin', 'password')), {
      wait: delayAfter(spellings.length),
    });
    for (const name of spellings)
      assert.deepEqual(throttle.decide(attempt('192.0.2.1', name, 'password')), { wait: delayAfter(spellings.length) });
  });

  test('are reported with their count', async () => {
    const { throttle, failures } = openThrottle();
    for (const account of ['a', 'b', 'c']) await throttle.guard(attempt('192.0.2.1', account), failedLogin);
    assert.deepEqual(failures, [1, 2, 3]);
  });
});

describe('a sender with 100 failures within a minute', () => {
  const exhausted = async (secret: Attempt['secret'] = 'application-password') => {
    const opened = openThrottle();
    await opened.throttle.guard(attempt('192.0.2.1', 'owner'), successfulLogin);
    for (let n = 0; n < maxFailures; n += 1)
      assert.equal(
        await retryAfterOf(opened.throttle.guard(attempt('192.0.2.1', `name ${n}`, secret), failedLogin)),
        undefined,
      );
    return opened;
  };

  test('is rejected without a check until the minute is over', async () => {
    const { throttle, advance } = await exhausted();
    advance(20_500);
    const checked = throttle.guard(attempt('192.0.2.1'), async () => assert.fail('the secret was checked'));
    assert.equal(await retryAfterOf(checked), 40);
    assert.equal(await retryAfterOf(throttle.guard(attempt('192.0.2.9'), failedLogin)), undefined);
    advance(39_500);
    assert.equal(await retryAfterOf(throttle.guard(attempt('192.0.2.1'), failedLogin)), undefined);
  });

  test('may still sign in to an account that trusts it, until it fails there too often', async () => {
    const { throttle } = await exhausted();
    assert.equal(await throttle.guard(attempt('192.0.2.1', 'owner'), successfulLogin), 'user');
    for (let n = 0; n < 6; n += 1)
      assert.equal(await retryAfterOf(throttle.guard(attempt('192.0.2.1', 'owner'), failedLogin)), undefined);
    assert.equal(await retryAfterOf(throttle.guard(attempt('192.0.2.1', 'owner'), successfulLogin)), 60);
  });

  test('is not trusted for passwords because of an application password: they are counted separately', async () => {
    const { throttle } = await exhausted('password');
    assert.equal(await retryAfterOf(throttle.guard(attempt('192.0.2.1', 'owner', 'password'), successfulLogin)), 60);
  });
});

test('a trusted address stays trusted regardless of failures from other addresses', async () => {
  const { throttle } = openThrottle();
  await throttle.guard(attempt('198.51.100.1'), successfulLogin);
  for (let n = 0; n < 100_000; n += 1) throttle.failed(attempt(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`));
  assert.deepEqual(throttle.decide(attempt('198.51.100.1')), { wait: 0 });
  assert.deepEqual(throttle.decide(attempt('198.51.100.2')), { wait: 5000 });
});

test('ranks trusted addresses first and addresses with failures last', async () => {
  const { throttle } = openThrottle();
  const ranks: number[] = [];
  const attempted = (from: string, found?: string) =>
    throttle.guard(attempt(from, 'admin', 'password'), async (rank) => {
      ranks.push(rank);
      return found;
    });
  for (let n = 0; n < 3; n += 1) await attempted('192.0.2.1');
  await attempted('192.0.2.2', 'user');
  await attempted('192.0.2.2');
  await attempted('192.0.2.1', 'user');
  await attempted('192.0.2.1');
  assert.deepEqual(ranks, [0, 1, 2, 0, -1, 3, -1]);
});

test('ranks only one attempt of a trusted address first at a time', async () => {
  const { throttle } = openThrottle();
  const trustedAttempt = attempt('192.0.2.1', 'admin', 'password');
  await throttle.guard(trustedAttempt, successfulLogin);
  const ranks: number[] = [];
  const ends: (() => void)[] = [];
  const tries = [1, 2, 3].map(() =>
    throttle.guard(trustedAttempt, async (rank) => {
      ranks.push(rank);
      await new Promise<void>((end) => ends.push(end));
      return 'user';
    }),
  );
  while (ranks.length < 3) await new Promise((tick) => setImmediate(tick));
  for (const end of ends) end();
  await Promise.all(tries);
  await throttle.guard(trustedAttempt, async (rank) => ranks.push(rank));
  assert.deepEqual(ranks, [-1, 0, 1, -1]);
});

describe('entry passwords', () => {
  const entryAttempt = (from: string, entry = '5') => attempt(from, entry, 'entry-password');

  test('are limited to ten failures per minute and sender, separately from other secrets', async () => {
    const { throttle, advance } = openThrottle();
    for (let n = 0; n < 10; n += 1)
      assert.equal(await retryAfterOf(throttle.guard(entryAttempt('192.0.2.1'), failedLogin)), undefined);
    assert.equal(await retryAfterOf(throttle.guard(entryAttempt('192.0.2.1'), successfulLogin)), 60);
    for (const other of [
      entryAttempt('192.0.2.1', '6'),
      attempt('192.0.2.1', '5', 'password'),
      attempt('192.0.2.1', '5'),
    ])
      assert.deepEqual(throttle.decide(other), { wait: 0 });
    advance(60_000);
    assert.equal(await throttle.guard(entryAttempt('192.0.2.1'), successfulLogin), 'user');
  });

  test('checked against many entries do not make the sender trusted', async () => {
    const { throttle } = openThrottle();
    for (let n = 0; n < 10; n += 1) {
      await throttle.guard({ ...entryAttempt('192.0.2.1', 'list'), isForMany: true }, successfulLogin);
      await throttle.guard({ ...entryAttempt('192.0.2.1', 'list'), isForMany: true }, failedLogin);
    }
    assert.equal(await retryAfterOf(throttle.guard(entryAttempt('192.0.2.1', 'list'), successfulLogin)), 60);
  });
});

describe('passwords', () => {
  test('are delayed before the check, correct ones too', async () => {
    const { throttle, waits } = openThrottle();
    const password = attempt('192.0.2.1', 'admin', 'password');
    for (let n = 0; n < 6; n += 1) await throttle.guard(password, failedLogin);
    await throttle.guard(password, async () => {
      assert.deepEqual(waits, [100]);
      return 'user';
    });
    assert.deepEqual(throttle.decide(password), { wait: 0 });
  });

  test('are limited equally when attempts are concurrent', async () => {
    const { throttle } = openThrottle();
    let checked = 0;
    const attempted = Array.from({ length: 500 }, () =>
      retryAfterOf(
        throttle.guard(attempt('192.0.2.1', 'admin', 'password'), async () => {
          checked += 1;
          return undefined;
        }),
      ),
    );
    const refused = (await Promise.all(attempted)).filter((seconds) => seconds !== undefined);
    assert.deepEqual([checked, refused.length], [maxFailures, 400]);
  });

  test('that could not be checked do not count as failures', async () => {
    const { throttle } = openThrottle();
    for (let n = 0; n < 200; n += 1)
      await assert.rejects(
        throttle.guard(attempt('192.0.2.1', 'admin', 'password'), async () => {
          throw new Error('the storage is unavailable');
        }),
        /storage/,
      );
    assert.deepEqual(throttle.decide(attempt('192.0.2.1', 'admin', 'password')), { wait: 0 });
  });
});

test('valid application passwords are never delayed by failures of others', async () => {
  const { throttle, waits } = openThrottle();
  for (let n = 0; n < 9; n += 1) await throttle.guard(attempt('192.0.2.1'), failedLogin);
  waits.length = 0;
  assert.equal(await throttle.guard(attempt('192.0.2.1'), successfulLogin), 'user');
  assert.deepEqual(waits, []);
});

test('delays at most 1000 attempts at once', async () => {
  let [waiting, done] = [0, 0];
  const throttle = makeLoginThrottle({ clock: () => 0, pause: () => new Promise(() => (waiting += 1)) });
  for (let n = 0; n < 3000; n += 1) {
    const sender = attempt(`10.0.${n >> 8}.${n & 255}`);
    const guessing = async () => {
      for (let time = 0; time < 7; time += 1) await throttle.guard(sender, failedLogin);
    };
    guessing().finally(() => (done += 1));
  }
  while (waiting + done < 3000) await new Promise(setImmediate);
  assert.deepEqual({ waiting, done }, { waiting: 1000, done: 2000 });
});

test('bounds its memory with 100 000 senders and names, and keeps active senders', async () => {
  const { throttle } = openThrottle();
  for (let n = 0; n < 100_000; n += 1) {
    throttle.failed(attempt(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, `name ${n}`));
    if (n % 1000 === 0) throttle.failed(attempt('192.0.2.1', `name ${n}`));
  }
  assert.ok('retryAfter' in throttle.decide(attempt('192.0.2.1')));
});

test('identifies senders by IPv4 address or IPv6 /64 network', () => {
  const same: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ];
  for (const [address, sender] of same) assert.equal(senderKey(address), sender, address);
});
