// Sends changes to all kinds of existing records to a real service: each of them names a version, and an outdated one is reported.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { APIFetchOptions } from '@wordpress/api-fetch';
import { type InProcessService, startInProcess } from '../../test/service-in-process.ts';
import { createVersionMiddleware } from '../data/drafts/versions.ts';

/** A change that was sent: its path and its version. */
interface SentChange {
  readonly path: string;
  readonly ifMatch: string | null;
}

/** Pixels of an image: 2 × 2 pixels, as a BMP file would contain them, in PNG format. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAAMIM/4EAiAAAH9YE/fXGLpAAAAAASUVORK5CYII=',
  'base64',
);

describe('versions of all resources', () => {
  let service: InProcessService;
  before(async () => {
    service = await startInProcess();
  });
  after(() => service.close());

  const create = async (path: string, body: object): Promise<string> => {
    const { status, body: created } = await service.request('POST', path.replace('/wp/', '/cms/'), body);
    assert.equal(status, 201, JSON.stringify(created));
    return `${path}/${created.id}`;
  };

  /** Returns the middleware with a function that sends its requests, and the changes that it has sent. */
  const makeClient = () => {
    const sent: SentChange[] = [];
    const asked: unknown[] = [];
    const middleware = createVersionMiddleware(async (_changes, current) => {
      asked.push(current);
      return 'continue';
    });
    const next = async ({ path = '', method = 'GET', data, headers, parse = true }: APIFetchOptions) => {
      const all = new Headers({ ...headers, authorization: service.authorization, 'content-type': 'application/json' });
      if (method !== 'GET') sent.push({ path, ifMatch: all.get('If-Match') });
      const body = data && JSON.stringify(data);
      const response = await fetch(`${service.origin}/wp-json${path}`, { method, headers: all, ...(body && { body }) });
      if (!response.ok) throw parse ? await response.json() : response;
      return parse ? response.json() : response;
    };
    return { send: async (options: APIFetchOptions) => middleware(options, next), sent, asked };
  };

  /** Text that was not stored before. */
  let texts = 0;
  const newText = (): string => {
    texts += 1;
    return `Text ${texts}`;
  };

  /** The resources: how a record is found, and a field with a text. */
  const resources: readonly [name: string, find: () => Promise<string>, field: string][] = [
    ['posts', () => create('/wp/v2/posts', { title: newText() }), 'title'],
    ['pages', () => create('/wp/v2/pages', { title: newText() }), 'title'],
    ['blocks', () => create('/wp/v2/blocks', { title: newText() }), 'title'],
    ['navigation', () => create('/wp/v2/navigation', { title: newText() }), 'title'],
    ['categories', () => create('/wp/v2/categories', { name: newText() }), 'name'],
    ['tags', () => create('/wp/v2/tags', { name: newText() }), 'name'],
    ['menus', () => create('/wp/v2/menus', { name: newText() }), 'name'],
    ['menu items', () => create('/wp/v2/menu-items', { title: newText(), url: 'https://a.test/' }), 'title'],
    ['settings', async () => '/wp/v2/settings', 'title'],
    ['users', async () => '/wp/v2/users/me', 'description'],
    ['templates', () => create('/wp/v2/templates', { slug: newText(), content: 'x' }), 'title'],
    ['template parts', () => create('/wp/v2/template-parts', { slug: newText(), content: 'x' }), 'title'],
    ['global styles', findGlobalStyles, 'title'],
    ['media', uploadImage, 'alt_text'],
    ['comments', createComment, 'content'],
  ];

  for (const [name, find, field] of resources)
    for (const isRead of [true, false])
      it(`sends the version of changed ${name}, which ${isRead ? 'were read' : 'were not read'} before`, async () => {
        const path = await find();
        const { send, sent, asked } = makeClient();
        if (isRead) await send({ path: `${path}?context=edit` });
        await send({ path, method: 'PUT', data: { [field]: newText() } });
        await send({ path, method: 'PUT', data: { [field]: newText() } });
        for (const { ifMatch } of sent) assert.match(ifMatch ?? '', /^"[^"]+\.[^"]+"$/);
        assert.notEqual(sent[0]?.ifMatch, sent[1]?.ifMatch);
        const { status } = await service.request('PUT', path.replace('/wp/', '/cms/'), { [field]: newText() });
        assert.equal(status, 200);
        await assert.rejects(send({ path, method: 'PUT', data: { [field]: newText() } }), {
          code: 'rest_precondition_failed',
        });
        assert.equal(asked.length, 1);
      });

  it('sends the versions of the items in lists', async () => {
    const path = await create('/wp/v2/categories', { name: 'Listed' });
    const { send, sent } = makeClient();
    await send({ path: '/wp/v2/categories?context=edit&per_page=100&_etags=1' });
    await service.request('PUT', path.replace('/wp/', '/cms/'), { name: 'Changed after the list was read' });
    await assert.rejects(send({ path: `${path}?force=true`, method: 'DELETE' }), { code: 'rest_precondition_failed' });
    assert.match(sent[0]?.ifMatch ?? '', /^"[^."]+"$/);
  });

  it('sends the versions of the items of a batch', async () => {
    const paths = [await create('/wp/v2/tags', { name: 'First' }), await create('/wp/v2/tags', { name: 'Second' })];
    const { send, asked } = makeClient();
    for (const path of paths) await send({ path: `${path}?context=edit` });
    await service.request('PUT', String(paths[1]).replace('/wp/', '/cms/'), { description: 'By someone else' });
    const update = (description: string) =>
      send({
        path: '/batch/v1',
        method: 'POST',
        data: { requests: paths.map((path) => ({ path, method: 'PUT', body: { description } })) },
      });
    const statuses = ({ responses }: { responses: readonly { status: number }[] }) =>
      responses.map(({ status }) => status);
    assert.deepEqual(statuses(await update('Mine')), [200, 412]);
    assert.deepEqual(statuses(await update('Mine again')), [200, 412], 'the first one has its new version');
    assert.equal(asked.length, 2);
    const second = await service.request('GET', String(paths[1]).replace('/wp/', '/cms/'));
    assert.equal(second.body.description, 'By someone else');
  });

  it('sends the version of an image that is edited', async () => {
    const path = await uploadImage();
    const { send, sent } = makeClient();
    const { source_url: src } = await send({ path: `${path}?context=edit` });
    const data = { src, modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
    await send({ path: `${path}/edit`, method: 'POST', data });
    assert.match(sent[0]?.ifMatch ?? '', /^"[^"]+\.[^"]+"$/);
    await service.request('PUT', path.replace('/wp/', '/cms/'), { alt_text: 'By someone else' });
    await assert.rejects(send({ path: `${path}/edit`, method: 'POST', data }), { code: 'rest_precondition_failed' });
  });

  async function uploadImage(): Promise<string> {
    const response = await fetch(`${service.rest}/cms/v2/media`, {
      method: 'POST',
      headers: {
        authorization: service.authorization,
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="a.png"',
      },
      body: image,
    });
    const { id, message } = JSON.parse(await response.text());
    assert.equal(response.status, 201, message);
    return `/wp/v2/media/${id}`;
  }

  async function createComment(): Promise<string> {
    const post = await service.request('POST', '/cms/v2/posts', { title: 'Discussed', status: 'publish' });
    return create('/wp/v2/comments', { post: post.body.id, content: `One of ${post.body.id}` });
  }

  async function findGlobalStyles(): Promise<string> {
    const { body: themes } = await service.request('GET', '/cms/v2/themes?status=active');
    const [, links] =
      Object.entries<readonly { href: string }[]>(themes[0]._links).find(([name]) =>
        name.endsWith('user-global-styles'),
      ) ?? [];
    return new URL(links?.[0]?.href ?? '').pathname.replace('/rest/cms/', '/wp/');
  }
});
