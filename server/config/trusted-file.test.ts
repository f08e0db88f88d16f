// Tests which files may determine the code that is executed, by their owner, group and mode.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDistrust } from './trusted-file.ts';

const service = { uid: 1000, gid: 1000 };
const root = { uid: 0, gid: 0 };
const file = (uid: number, gid: number, mode: number) => ({ uid, gid, mode: 0o100000 | mode });

describe('findDistrust', () => {
  it('trusts files that only the user of the process, its group, or root can change', () => {
    for (const each of [
      file(1000, 1000, 0o600),
      file(1000, 1000, 0o664),
      file(1000, 33, 0o644),
      file(0, 0, 0o644),
      file(0, 0, 0o664),
      file(0, 1000, 0o660),
      file(1000, 0, 0o464),
    ])
      assert.equal(findDistrust(each, service), undefined, JSON.stringify(each));
    for (const each of [file(0, 0, 0o600), file(0, 0, 0o664), file(0, 50, 0o644)])
      assert.equal(findDistrust(each, root), undefined, JSON.stringify(each));
  });

  it('distrusts files that other users can write to, also through a group, and says what to do', () => {
    for (const each of [
      file(1000, 1000, 0o666),
      file(1000, 1000, 0o602),
      file(1000, 33, 0o664),
      file(0, 33, 0o620),
      file(0, 0, 0o646),
    ]) {
      const distrust = findDistrust(each, service) ?? '';
      assert.match(distrust, /^can be changed by other operating-system users \(mode \d{3}\), .*; run: chmod go-w$/);
      assert.equal(findDistrust(each, service, { isNamed: true }), distrust);
    }
    assert.match(findDistrust(file(0, 1000, 0o664), root) ?? '', /^can be changed .* \(mode 664\)/);
  });

  it('distrusts files of other users, also in a process of root, unless the operator has named the file', () => {
    for (const [user, each] of [
      [service, file(1001, 1000, 0o600)],
      [service, file(65534, 65534, 0o444)],
      [root, file(1000, 1000, 0o600)],
    ] as const) {
      const message = `belongs to another operating-system user (UID ${each.uid}), who could execute code as the user of this process (UID ${user.uid}); run the command as the owner, or run: chown ${user.uid}`;
      assert.equal(findDistrust(each, user), message);
      assert.equal(findDistrust(each, user, { isNamed: true }), undefined);
    }
  });
});
