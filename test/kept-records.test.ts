// Records are kept ready for each who reads them (architecture.md §5), and never shown to another, or when they are no longer
// true: what is kept is what would be made anew.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, roles, type TestSite } from './site.ts';

const people: readonly Person[] = [...roles, 'other', 'anonymous'];

/** What is asked for; `:post` and others stand for what was made. */
const addresses = [
  '/cms/v2/posts?context=edit',
  '/cms/v2/posts?context=edit&_embed',
  '/cms/v2/posts?_fields=id,_links.self',
  '/cms/v2/posts?_fields=id,_links',
  '/cms/v2/posts?status=draft&context=edit',
  '/cms/v2/posts',
  '/cms/v2/posts/:private?context=edit',
  '/cms/v2/posts/:locked?context=edit',
  '/cms/v2/posts/:locked',
  '/cms/v2/posts/:locked?password=secret',
  '/cms/v2/posts/:locked?password=wrong',
  '/cms/v2/posts/:long?excerpt_length=3',
  '/cms/v2/posts/:long',
  '/cms/v2/users?context=edit',
  '/cms/v2/users/me?context=edit',
  '/cms/v2/users',
  '/cms/v2/categories?context=edit',
  '/cms/v2/comments?context=edit',
  '/cms/v2/comments',
] as const;

async function fill(site: TestSite): Promise<(address: string) => string> {
  const by = (person: Person, more: object) =>
    site.make('/cms/v2/posts', { content: 'Text', status: 'publish', ...more }, person);
  const made = {
    own: await by('author', { title: 'Of the author' }),
    other: await by('other', { title: 'Of another' }),
    draft: await by('contributor', { title: 'A draft', status: 'draft' }),
    private: await by('editor', { title: 'Private', status: 'private' }),
    locked: await by('author', { title: 'Locked', content: 'What is behind the password', password: 'secret' }),
    long: await by('editor', { title: 'Long', content: 'One two three four five six seven' }),
  };
  await site.make('/cms/v2/comments', { post: made.own.id, content: 'Said' }, 'subscriber');
  return (address) => address.replace(/:(\w+)/, (_, name: keyof typeof made) => String(made[name].id));
}

const told = ({ status, body, headers }: Awaited<ReturnType<TestSite['ask']>>) => ({
  status,
  body,
  total: headers['X-WP-Total'] ?? headers['X-CMS-Total'],
});

describeEachEngine('kept records', (engine) => {
  it('are for each who asks what would be made for them', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const at = await fill(site);
    const questions = addresses.flatMap((address) => people.map((person) => ({ person, address: at(address) })));
    for (const { person, address } of questions) await site.ask(person, 'GET', address);
    const kept = [];
    for (const { person, address } of questions) kept.push(told(await site.ask(person, 'GET', address)));
    for (const [n, { person, address }] of questions.entries()) {
      // Everything depends on the settings, so nothing that was kept before is true now.
      await site.ask('administrator', 'POST', '/cms/v2/settings', { description: `Told for the ${n}th time` });
      assert.deepEqual(kept[n], told(await site.ask(person, 'GET', address)), `${person} ${address}`);
    }
    assert.deepEqual(site.faults, []);
  });
});

describe('kept records', () => {
  it('follow a change of what one may', async () => {
    const site = await openTestSite();
    const { id } = await site.make('/cms/v2/posts', { title: 'Seen', content: 'Text', status: 'publish' });
    const address = `/cms/v2/posts/${id}`;
    const hints = async () => (await site.ask('editor', 'GET', address)).body._links.self[0].targetHints.allow;
    assert.deepEqual(await hints(), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    assert.equal((await site.ask('editor', 'GET', `${address}?context=edit`)).status, 200);
    await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { roles: ['subscriber'] });
    assert.deepEqual(await hints(), ['GET']);
    assert.equal((await site.ask('editor', 'GET', `${address}?context=edit`)).status, 403);
  });

  it('show a write to who wrote and to who reads after it', async () => {
    const site = await openTestSite();
    const { id } = await site.make('/cms/v2/posts', { title: 'Title 0', status: 'publish' });
    const titleFor = async (person: Person) =>
      (await site.ask(person, 'GET', '/cms/v2/posts?context=edit')).body.find((post: { id: number }) => post.id === id)
        .title.raw;
    for (let n = 1; n <= 20; n += 1) {
      const answer = await site.ask('editor', 'POST', `/cms/v2/posts/${id}`, { title: `Title ${n}` });
      assert.equal(answer.body.title.raw, `Title ${n}`);
      assert.deepEqual([await titleFor('editor'), await titleFor('administrator')], [`Title ${n}`, `Title ${n}`]);
    }
  });

  it('of a password that may only read offer nothing else', async () => {
    const site = await openTestSite();
    const { id } = await site.make('/cms/v2/posts', { title: 'Seen', status: 'publish' });
    const hints = async (headers?: Record<string, string>) =>
      (await site.ask('editor', 'GET', `/cms/v2/posts/${id}`, undefined, headers)).body._links.self[0].targetHints
        .allow;
    const path = '/cms/v2/users/me/application-passwords';
    const { password } = await site.make(path, { name: 'Reader', read_only: true }, 'editor');
    const reader = { authorization: `Basic ${Buffer.from(`editor:${password}`).toString('base64')}` };
    assert.deepEqual(await hints(), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    assert.deepEqual(await hints(reader), ['GET']);
    assert.deepEqual(await hints(), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  });
});
