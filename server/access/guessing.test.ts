import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { type Attempt, makeGuessing, mostFailures, waitAfter } from './guessing.ts';
import { senderOf } from './sender.ts';

/** A door whose time passes by hand, and the waits that it has asked for. */
function openDoor() {
  let now = 1_000_000;
  const waits: number[] = [];
  const failures: number[] = [];
  const door = makeGuessing({
    clock: () => now,
    pause: async (milliseconds) => {
      waits.push(milliseconds);
    },
    onFailed: (_attempt, count) => failures.push(count),
  });
  return { door, waits, failures, pass: (milliseconds: number) => (now += milliseconds) };
}

const attempt = (from: string, account = 'admin', secret: Attempt['secret'] = 'application-password'): Attempt => ({
  from,
  account,
  secret,
});
const wrong = async () => undefined;
const right = async () => 'somebody';

/** Whether a try was refused, and for how many seconds. */
const refusal = async (tried: Promise<unknown>): Promise<number | undefined> => {
  try {
    await tried;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.status, error.code], [429, 'rest_too_many_failed_attempts']);
    return error.parts.retryAfter;
  }
};

describe('failures', () => {
  test('are held back longer and longer, the first five not at all', async () => {
    const { door, waits } = openDoor();
    for (let n = 0; n < 14; n += 1) assert.equal(await door.guard(attempt('192.0.2.1'), wrong), undefined);
    assert.deepEqual(waits, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    assert.equal(waitAfter(1e9), 5000);
  });

  test('of one sender do not slow another, nor the same sender elsewhere', async () => {
    const { door } = openDoor();
    for (let n = 0; n < 9; n += 1) await door.guard(attempt('192.0.2.1'), wrong);
    assert.deepEqual(door.before(attempt('192.0.2.2')), { wait: 0 });
    assert.deepEqual(door.before(attempt('192.0.2.1', 'editor')), { wait: 0 });
    assert.deepEqual(door.before(attempt('192.0.2.1')), { wait: 800 });
  });

  test('are forgotten after success, or a quarter of an hour', async () => {
    const { door, pass } = openDoor();
    for (let n = 0; n < 9; n += 1) await door.guard(attempt('192.0.2.1'), wrong);
    assert.equal(await door.guard(attempt('192.0.2.1'), right), 'somebody');
    assert.deepEqual(door.before(attempt('192.0.2.1')), { wait: 0 });
    for (let n = 0; n < 9; n += 1) await door.guard(attempt('192.0.2.3'), wrong);
    pass(15 * 60_000);
    assert.deepEqual(door.before(attempt('192.0.2.3')), { wait: 0 });
  });

  test('from everywhere at one account slow strangers, and not who is at home there', async () => {
    const { door } = openDoor();
    await door.guard(attempt('198.51.100.1'), right);
    for (let n = 0; n < 70; n += 1) await door.guard(attempt(`192.0.2.${n}`), wrong);
    assert.deepEqual(door.before(attempt('203.0.113.9')), { wait: 200 });
    assert.deepEqual(door.before(attempt('198.51.100.1')), { wait: 0 });
  });

  test('check 22: count at the account that is found, however its name is written', async () => {
    const { door } = openDoor();
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
    for (const name of spellings) await door.guard(attempt('192.0.2.1', name, 'password'), wrong);
    assert.deepEqual(door.before(attempt('192.0.2.1', 'admin', 'password')), { wait: waitAfter(spellings.length) });
    for (const name of spellings)
      assert.deepEqual(door.before(attempt('192.0.2.1', name, 'password')), { wait: waitAfter(spellings.length) });
  });

  test('are told with their count', async () => {
    const { door, failures } = openDoor();
    for (const account of ['a', 'b', 'c']) await door.guard(attempt('192.0.2.1', account), wrong);
    assert.deepEqual(failures, [1, 2, 3]);
  });
});

describe('a sender past its hundred failures a minute', () => {
  const exhausted = async (secret: Attempt['secret'] = 'application-password') => {
    const opened = openDoor();
    await opened.door.guard(attempt('192.0.2.1', 'owner'), right);
    for (let n = 0; n < mostFailures; n += 1)
      assert.equal(await refusal(opened.door.guard(attempt('192.0.2.1', `name ${n}`, secret), wrong)), undefined);
    return opened;
  };

  test('is refused until the minute is over, and nothing is looked at', async () => {
    const { door, pass } = await exhausted();
    pass(20_500);
    const looked = door.guard(attempt('192.0.2.1'), async () => assert.fail('it was looked at'));
    assert.equal(await refusal(looked), 40);
    assert.equal(await refusal(door.guard(attempt('192.0.2.9'), wrong)), undefined);
    pass(39_500);
    assert.equal(await refusal(door.guard(attempt('192.0.2.1'), wrong)), undefined);
  });

  test('is still let in where it is at home, as long as it hardly fails there', async () => {
    const { door } = await exhausted();
    assert.equal(await door.guard(attempt('192.0.2.1', 'owner'), right), 'somebody');
    for (let n = 0; n < 6; n += 1)
      assert.equal(await refusal(door.guard(attempt('192.0.2.1', 'owner'), wrong)), undefined);
    assert.equal(await refusal(door.guard(attempt('192.0.2.1', 'owner'), right)), 60);
  });

  test('has no home in an account because one of its programs has: passwords are counted for themselves', async () => {
    const { door } = await exhausted('password');
    assert.equal(await refusal(door.guard(attempt('192.0.2.1', 'owner', 'password'), right)), 60);
  });
});

test('check 22: who is at home somewhere stays so, however many others fail from however many addresses', async () => {
  const { door } = openDoor();
  await door.guard(attempt('198.51.100.1'), right);
  for (let n = 0; n < 100_000; n += 1) door.failed(attempt(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`));
  assert.deepEqual(door.before(attempt('198.51.100.1')), { wait: 0 });
  assert.deepEqual(door.before(attempt('198.51.100.2')), { wait: 5000 });
});

test('check 22: where many passwords wait, strangers go before those who have failed, and who is at home before all', async () => {
  const { door } = openDoor();
  const ranks: number[] = [];
  const tried = (from: string, found?: string) =>
    door.guard(attempt(from, 'admin', 'password'), async (rank) => {
      ranks.push(rank);
      return found;
    });
  for (let n = 0; n < 3; n += 1) await tried('192.0.2.1');
  await tried('192.0.2.2', 'somebody');
  await tried('192.0.2.2');
  await tried('192.0.2.1', 'somebody');
  await tried('192.0.2.1');
  assert.deepEqual(ranks, [0, 1, 2, 0, -1, 3, -1]);
});

test('who is at home goes before all with one try at a time', async () => {
  const { door } = openDoor();
  const own = attempt('192.0.2.1', 'admin', 'password');
  await door.guard(own, right);
  const ranks: number[] = [];
  const ends: (() => void)[] = [];
  const tries = [1, 2, 3].map(() =>
    door.guard(own, async (rank) => {
      ranks.push(rank);
      await new Promise<void>((end) => ends.push(end));
      return 'somebody';
    }),
  );
  while (ranks.length < 3) await new Promise((tick) => setImmediate(tick));
  for (const end of ends) end();
  await Promise.all(tries);
  await door.guard(own, async (rank) => ranks.push(rank));
  assert.deepEqual(ranks, [-1, 0, 1, -1]);
});

describe('the password of an entry', () => {
  const ofEntry = (from: string, entry = '5') => attempt(from, entry, 'entry-password');

  test('may fail ten times a minute from one sender, and says nothing of other secrets', async () => {
    const { door, pass } = openDoor();
    for (let n = 0; n < 10; n += 1) assert.equal(await refusal(door.guard(ofEntry('192.0.2.1'), wrong)), undefined);
    assert.equal(await refusal(door.guard(ofEntry('192.0.2.1'), right)), 60);
    for (const other of [ofEntry('192.0.2.1', '6'), attempt('192.0.2.1', '5', 'password'), attempt('192.0.2.1', '5')])
      assert.deepEqual(door.before(other), { wait: 0 });
    pass(60_000);
    assert.equal(await door.guard(ofEntry('192.0.2.1'), right), 'somebody');
  });

  test('that was tried at many at once opens no home', async () => {
    const { door } = openDoor();
    for (let n = 0; n < 10; n += 1) {
      await door.guard({ ...ofEntry('192.0.2.1', 'list'), atMany: true }, right);
      await door.guard({ ...ofEntry('192.0.2.1', 'list'), atMany: true }, wrong);
    }
    assert.equal(await refusal(door.guard(ofEntry('192.0.2.1', 'list'), right)), 60);
  });
});

describe('passwords', () => {
  test('wait before they are looked at, right ones too', async () => {
    const { door, waits } = openDoor();
    const password = attempt('192.0.2.1', 'admin', 'password');
    for (let n = 0; n < 6; n += 1) await door.guard(password, wrong);
    await door.guard(password, async () => {
      assert.deepEqual(waits, [100]);
      return 'somebody';
    });
    assert.deepEqual(door.before(password), { wait: 0 });
  });

  test('that are tried side by side gain nothing', async () => {
    const { door } = openDoor();
    let looked = 0;
    const tried = Array.from({ length: 500 }, () =>
      refusal(
        door.guard(attempt('192.0.2.1', 'admin', 'password'), async () => {
          looked += 1;
          return undefined;
        }),
      ),
    );
    const refused = (await Promise.all(tried)).filter((seconds) => seconds !== undefined);
    assert.deepEqual([looked, refused.length], [mostFailures, 400]);
  });

  test('that could not be looked at are no failures', async () => {
    const { door } = openDoor();
    for (let n = 0; n < 200; n += 1)
      await assert.rejects(
        door.guard(attempt('192.0.2.1', 'admin', 'password'), async () => {
          throw new Error('the storage is away');
        }),
        /storage/,
      );
    assert.deepEqual(door.before(attempt('192.0.2.1', 'admin', 'password')), { wait: 0 });
  });
});

test('tries with a right application password never wait for the mistakes of others', async () => {
  const { door, waits } = openDoor();
  for (let n = 0; n < 9; n += 1) await door.guard(attempt('192.0.2.1'), wrong);
  waits.length = 0;
  assert.equal(await door.guard(attempt('192.0.2.1'), right), 'somebody');
  assert.deepEqual(waits, []);
});

test('no more than a thousand wait at once', async () => {
  let waiting = 0;
  const door = makeGuessing({ clock: () => 0, pause: () => new Promise(() => (waiting += 1)) });
  const tried = Array.from({ length: 3000 }, async (_, n) => {
    for (let time = 0; time < 7; time += 1) await door.guard(attempt(`10.0.${n >> 8}.${n & 255}`), wrong);
  });
  await Promise.race([Promise.allSettled(tried), new Promise((done) => setTimeout(done, 500))]);
  assert.equal(waiting, 1000);
});

test('a hundred thousand senders and names leave no more behind than is remembered, and a busy sender stays known', async () => {
  const { door } = openDoor();
  for (let n = 0; n < 100_000; n += 1) {
    door.failed(attempt(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, `name ${n}`));
    if (n % 1000 === 0) door.failed(attempt('192.0.2.1', `name ${n}`));
  }
  assert.ok('retryAfter' in door.before(attempt('192.0.2.1')));
});

test('senders are told apart by what somebody has: an address of IPv4, a network of IPv6', () => {
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
  for (const [address, sender] of same) assert.equal(senderOf(address), sender, address);
});
