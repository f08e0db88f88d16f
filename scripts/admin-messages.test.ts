// Checks that all texts of the admin can be translated.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findMessages, messagesIn } from './admin-messages.ts';

describe('messages of the admin', () => {
  it('can all be translated', () => {
    const { messages, problems } = findMessages(path.resolve(import.meta.dirname, '../admin'));
    assert.deepEqual(problems, []);
    assert.ok(messages.some(({ text }) => text === 'Skip to content'));
    assert.ok(messages.some(({ plural }) => plural === '%d entries were moved to the trash.'));
  });

  it('are found in calls', () => {
    const source = `__('One'); sprintf(_n('%d post', '%d posts', count), count); _x('Post', 'verb');`;
    assert.deepEqual(messagesIn(source), {
      messages: [{ text: 'One' }, { text: '%d post', plural: '%d posts' }, { text: 'Post', context: 'verb' }],
      problems: [],
    });
  });

  const untranslated: readonly string[] = [
    '<p>Hello</p>',
    '<input placeholder="Search" />',
    "<input aria-label={'Search'} />",
    "const action = { label: 'Edit' };",
    "notify({ kind: 'error', text: `Saving failed` });",
    "const read = () => { return 'You have signed in as another user.'; };",
    "reject(new Error('The styles could not be loaded.'));",
    'setMessage(`The entry \u0024{title} was deleted.`);',
    "const message = 'Something failed' satisfies string;",
    "export const text = () => 'Something is wrong';",
    '__(variable);',
    '__(`Hello \u0024{name}`);',
  ];
  for (const source of untranslated)
    it(`are missing in ${source}`, () => assert.equal(messagesIn(source).problems.length, 1));

  const others: readonly string[] = [
    "import { x } from './Some file.ts';",
    "console.error('The preferences could not be stored.');",
    "throw new Error('This component must be rendered inside the shell.');",
    '<p>{count} × …</p>',
    '<p className="some thing">{__(\'Hello\')}</p>',
    "const selector = 'a[href], button';",
    "type Label = 'Some text';",
    "interface Props { readonly title: 'A title' }",
  ];
  for (const source of others)
    it(`are not needed in ${source}`, () => assert.deepEqual(messagesIn(source).problems, []));
});
