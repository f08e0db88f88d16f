// The footnotes of entries with a password are part of their text (attacks-and-faults.md, check 35).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';

const note = 'Hidden note';
const footnotes = JSON.stringify([{ id: 'one', content: note }]);
const password = 'sesame';

describeEachEngine('footnotes of entries with a password', (engine) => {
  let site: TestSite;
  let id: number;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
    const json = { title: 'Locked', content: 'Hidden text', status: 'publish', password, meta: { footnotes } };
    id = (await site.make('/cms/v2/posts', json, 'author')).id;
    await site.make('/cms/v2/pages', { ...json, title: 'Locked page', menu_order: 1 });
  });

  const table: readonly (readonly [address: () => string, seenBy: readonly Person[], hiddenFrom: readonly Person[]])[] =
    [
      [
        () => `/cms/v2/posts/${id}`,
        ['author', 'editor', 'administrator'],
        ['anonymous', 'subscriber', 'contributor', 'other'],
      ],
      [
        () => `/cms/v2/posts/${id}?_fields=meta.footnotes`,
        ['author', 'editor'],
        ['anonymous', 'subscriber', 'contributor', 'other'],
      ],
      [() => '/cms/v2/posts', ['author', 'editor'], ['anonymous', 'contributor', 'other']],
      [() => '/cms/v2/pages', ['editor', 'administrator'], ['anonymous', 'contributor', 'author']],
      [() => '/cms/v2/search?search=locked&_embed', [], ['anonymous', 'contributor', 'author', 'editor']],
      [() => `/cms/v2/posts/${id}?context=embed`, [], ['anonymous', 'contributor', 'editor']],
      [() => `/cms/v2/posts/${id}?context=edit`, ['author', 'editor'], ['anonymous', 'contributor', 'other']],
      [
        () => `/cms/v2/posts/${id}?password=${password}`,
        ['anonymous', 'subscriber', 'contributor', 'other', 'editor'],
        [],
      ],
      [() => `/cms/v2/posts/${id}?password=wrong`, [], ['anonymous', 'contributor', 'other']],
      [() => `/cms/v2/posts?password=${password}`, ['anonymous', 'contributor'], []],
      [() => '/cms/v2/posts?password=wrong', [], ['anonymous', 'contributor']],
    ];

  it('check 35: are shown to those who know the password or may change the entry', async () => {
    for (const [addressOf, seenBy, hiddenFrom] of table) {
      const address = addressOf();
      const textFor = async (person: Person) => JSON.stringify((await site.ask(person, 'GET', address)).body);
      for (const person of seenBy) assert.match(await textFor(person), /Hidden note/, `${person} ${address}`);
      for (const person of hiddenFrom) assert.doesNotMatch(await textFor(person), /Hidden/, `${person} ${address}`);
    }
    const { body } = await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.equal(body.meta.footnotes, '', 'the field is there, with its default');
  });

  it('appear for everyone once the password is removed', async () => {
    const json = { title: 'Opened', content: 'Text', status: 'publish', password, meta: { footnotes } };
    const { id: opened } = await site.make('/cms/v2/posts', json);
    const shown = async () => (await site.ask('anonymous', 'GET', `/cms/v2/posts/${opened}`)).body.meta.footnotes;
    assert.equal(await shown(), '');
    await site.ask('administrator', 'POST', `/cms/v2/posts/${opened}`, { password: '' });
    assert.equal(await shown(), footnotes);
    assert.deepEqual(site.faults, []);
  });
});
