// What becomes of somebody who is answered for longer than a moment (attacks-and-faults.md, checks 19, 20).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { anonymous, type Credential, makeActor } from './actor.ts';
import { renewActor } from './renew.ts';
import { makeSessions } from './sessions.ts';
import { removeSessions } from './sessions-store.ts';

describeEachEngine('who was signed in', (engine) => {
  let site: TestSite;
  let shift = 0;
  const clock = () => Date.now() + shift;
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock });
  });

  const renew = (id: number, credential: Credential) => {
    const { database, service } = site;
    const actor = makeActor(
      { id, login: 'somebody', roles: ['administrator'] },
      new Set(['manage_options']),
      credential,
    );
    return renewActor({ read: database.read, roles: service.roles, clock }, actor);
  };

  it('by a session is so until it ends', async () => {
    const { database, service, ids } = site;
    const sessions = makeSessions(database, service.key, clock);
    const whose = { user: ids.editor, login: 'editor', hash: 'none' };
    const opening = { ...whose, remembered: false, from: '', agent: '', before: undefined };
    const open = async () => {
      const found = await sessions.find((await sessions.open(opening)) ?? '');
      return { kind: 'session', id: found?.id ?? '' } as const;
    };
    const lasting = await open();
    const renewed = await renew(ids.editor, lasting);
    assert.deepEqual(
      [renewed?.roles, renewed?.can('manage_options')],
      [['editor'], false],
      'the rights are those of now',
    );
    assert.equal(await renew(ids.author, lasting), undefined, 'it is somebody else’s');
    await database.transaction((tx) => removeSessions(tx, ids.editor));
    assert.equal(await renew(ids.editor, lasting), undefined);
    const expiring = await open();
    assert.ok(await renew(ids.editor, expiring));
    shift = 3 * 24 * 3600_000;
    assert.equal(await renew(ids.editor, expiring), undefined);
    shift = 0;
  });

  it('by an application password is so until it is revoked, expires, or the user is gone', async () => {
    const { ids } = site;
    const address = `/cms/v2/users/${ids.author}/application-passwords`;
    const make = async (name: string, more: object = {}) =>
      ({ kind: 'application-password', uuid: (await site.make(address, { name, ...more })).uuid as string }) as const;
    const [kept, revoked] = [await make('Kept'), await make('Revoked')];
    const expiring = await make('Expiring', { expires: new Date(Date.now() + 3600_000).toISOString() });
    for (const each of [kept, revoked, expiring])
      assert.equal((await renew(ids.author, each))?.can('publish_posts'), true);
    await site.ask('administrator', 'DELETE', `${address}/${revoked.uuid}`);
    assert.equal(await renew(ids.author, revoked), undefined);
    shift = 7200_000;
    assert.equal(await renew(ids.author, expiring), undefined);
    shift = 0;
    await site.ask('administrator', 'DELETE', `/cms/v2/users/${ids.author}?force=true&reassign=${ids.administrator}`);
    assert.equal(await renew(ids.author, kept), undefined);
  });

  it('by nothing stays nobody', async () => {
    const { database, service } = site;
    assert.equal(await renewActor({ read: database.read, roles: service.roles, clock }, anonymous), anonymous);
  });
});
