// Tests the requests that extensions make to the API of their own service.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anonymous } from '../server/access/actor.ts';
import type { Extension } from '../server/extensions/extension.ts';
import type { ExtensionServices } from '../server/extensions/services.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite } from './site.ts';

const extension = (open: Extension['open']): Extension => ({
  ...{ name: 'caller', version: '1.0.0', title: 'Caller', description: '', namespace: 'caller/v1', resources: [] },
  open,
});

describeEachEngine('an extension that calls the API', (engine) => {
  it('gets a clear error while it is opened', async () => {
    const calls: readonly ((services: ExtensionServices) => Promise<unknown>)[] = [
      ({ api }) => api.dispatch(makeRequest('GET', '/cms/v2/posts')),
      ({ api }) => api.dispatchAs(api.actor, makeRequest('GET', '/cms/v2/posts')),
    ];
    for (const call of calls) {
      const open = async (services: ExtensionServices) => {
        await call(services);
        return { modules: [] };
      };
      await assert.rejects(
        openTestSite({ database: await engine.open(), extensions: [extension(open)] }),
        /the extension caller cannot be opened: .*The API cannot be called before all extensions are opened/,
      );
    }
  });

  it('has the permissions of the actor that it names, regardless of the credentials in the request', async () => {
    let opened: ExtensionServices | undefined;
    const open = (services: ExtensionServices) => {
      opened = services;
      return { modules: [] };
    };
    const site = await openTestSite({ database: await engine.open(), extensions: [extension(open)] });
    assert.ok(opened);
    const { dispatch, dispatchAs, actor } = opened.api;
    const { id } = await site.create('/cms/v2/posts', { title: 'Draft', status: 'draft' });
    const authorization = site.authorizationOf('administrator') ?? '';
    const read = makeRequest('GET', `/cms/v2/posts/${id}`, { headers: { authorization } });
    const anonymousRead = makeRequest('GET', `/cms/v2/posts/${id}`);
    assert.equal((await dispatch(read)).status, 200);
    assert.equal((await dispatch(anonymousRead)).status, 401);
    assert.equal((await dispatchAs(anonymous, read)).status, 401);
    assert.equal((await dispatchAs(actor, anonymousRead)).status, 200);
    assert.match((await dispatchAs(actor, anonymousRead)).headers['Cache-Control'] ?? '', /no-store/);

    assert.equal((await dispatchAs(actor, makeRequest('DELETE', `/cms/v2/posts/${id}?force=true`))).status, 200);
    const log = await site.request('administrator', 'GET', '/octavo/v1/audit-log?per_page=1');
    const [event] = log.body;
    assert.deepEqual([event.action, event.ip, event.user], ['entry-deleted', 'extension caller', 0]);
  });
});
