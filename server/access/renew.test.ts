// Tests the reloading of actors during long-running responses (docs/security.md, Webhooks and streams).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { anonymous, type Credential, makeActor } from './actor.ts';
import { reloadActor } from './renew.ts';
import { makeSessions } from './sessions.ts';
import { deleteSessions } from './sessions-store.ts';

describeEachEngine('reloading an actor', (engine) => {
  let site: TestSite;
  let shift = 0;
  const clock = () => Date.now() + shift;
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock });
  });

  const renew = (id: number, credential: Credential) => {
    const { database, service } = site;
    const actor = makeActor({ id, login: 'user', roles: ['administrator'] }, new Set(['manage_options']), credential);
    return reloadActor({ read: database.read, roles: service.roles, clock }, actor);
  };

  it('returns the actor of a session until it ends', async () => {
    const { database, service, ids } = site;
    const sessions = makeSessions(database, service.key, clock);
    const userProperties = { user: ids.editor, login: 'editor', hash: 'none' };
    const opening = { ...userProperties, remembered: false, from: '', agent: '', previousToken: undefined };
    const open = async () => {
      const found = await sessions.find((await sessions.open(opening)) ?? '');
      return { kind: 'session', id: found?.id ?? '' } as const;
    };
    const lasting = await open();
    const renewed = await renew(ids.editor, lasting);
    assert.deepEqual(
      [renewed?.roles, renewed?.can('manage_options')],
      [['editor'], false],
      'the capabilities are current',
    );
    assert.equal(await renew(ids.author, lasting), undefined, 'the session belongs to another user');
    await database.transaction((tx) => deleteSessions(tx, ids.editor));
    assert.equal(await renew(ids.editor, lasting), undefined);
    const expiring = await open();
    assert.ok(await renew(ids.editor, expiring));
    shift = 3 * 24 * 3600_000;
    assert.equal(await renew(ids.editor, expiring), undefined);
    shift = 0;
  });

  it('returns the actor of an application password until it is revoked, expires, or the user is deleted', async () => {
    const { ids } = site;
    const path = `/cms/v2/users/${ids.author}/application-passwords`;
    const make = async (name: string, more: object = {}) =>
      ({ kind: 'application-password', uuid: (await site.create(path, { name, ...more })).uuid as string }) as const;
    const [kept, revoked] = [await make('Kept'), await make('Revoked')];
    const expiring = await make('Expiring', { expires: new Date(Date.now() + 3600_000).toISOString() });
    for (const each of [kept, revoked, expiring])
      assert.equal((await renew(ids.author, each))?.can('publish_posts'), true);
    await site.request('administrator', 'DELETE', `${path}/${revoked.uuid}`);
    assert.equal(await renew(ids.author, revoked), undefined);
    shift = 7200_000;
    assert.equal(await renew(ids.author, expiring), undefined);
    shift = 0;
    await site.request(
      'administrator',
      'DELETE',
      `/cms/v2/users/${ids.author}?force=true&reassign=${ids.administrator}`,
    );
    assert.equal(await renew(ids.author, kept), undefined);
  });

  it('returns the anonymous actor unchanged', async () => {
    const { database, service } = site;
    assert.equal(await reloadActor({ read: database.read, roles: service.roles, clock }, anonymous), anonymous);
  });
});
