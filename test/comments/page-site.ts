// Opens a node for tests of the comments on pages. Anonymous callers may comment, without moderation.
import { after } from 'node:test';
import type { SettingName, SettingValues } from '../../server/settings/declared.ts';
import type { TestEngine } from '../engines.ts';
import { sharedFixture } from '../fixture-hooks.ts';
import { close, openNode } from '../test-node.ts';

type Fields = Readonly<Record<string, string>>;

/** An entry with a comment form. */
interface EntryWithForm {
  readonly id: number;
  readonly link: string;
}

/** Opens a node with these extensions before the tests of the calling suite, and returns helpers for the comments on its pages. */
export function commentPagesSite(engine: TestEngine, extensions: readonly string[] = []) {
  let now = Date.parse('2026-06-01T12:00:00Z');
  let count = 0;
  const node = sharedFixture(async () => {
    const opened = await openNode(await engine.location(), { clock: () => now, extensions });
    await opened.site.service.settings.set({ anonymous_comments: true, comment_previously_approved: false });
    return opened;
  });
  after(() => close(node));
  const advanceMinute = () => {
    now += 61_000;
  };
  const get = (link: string, init: RequestInit = {}) => node.request(link.replace('http://site.test', ''), init);
  /** Submits the comment form of an entry, with these fields instead of the default ones. */
  const submitAtOnce = (entry: EntryWithForm, fields: Fields = {}, headers: Fields = {}, url = entry.link) => {
    count += 1;
    const defaults = { comment: `Text ${count}`, name: 'Ann', email: `ann${count}@far.example`, website: '' };
    return get(url, {
      method: 'POST',
      headers: { accept: 'text/html', ...headers },
      body: new URLSearchParams({ ...defaults, entry: String(entry.id), parent: '0', ...fields }),
    });
  };
  return {
    node,
    get,
    /** Returns a page without its styles, which name elements that the page does not have. */
    text: async (link: string) => {
      const response = await get(link, { headers: { accept: 'text/html' } });
      return (await response.text()).replace(/<style>.*?<\/style>/gs, '');
    },
    set: <K extends SettingName>(name: K, value: SettingValues[K]) => node.site.service.settings.set({ [name]: value }),
    createPost: (json: object = {}) => {
      count += 1;
      return node.site.create('/cms/v2/posts', { title: `Post ${count}`, content: 'Text', status: 'publish', ...json });
    },
    createComment: (post: number, json: object = {}) => {
      count += 1;
      return node.site.create('/cms/v2/comments', { post, content: `Comment ${count}`, ...json });
    },
    submitAtOnce,
    advanceMinute,
    /** Submits the comment form a minute later, so that the interval between comments does not matter. */
    submit: (...args: Parameters<typeof submitAtOnce>) => {
      advanceMinute();
      return submitAtOnce(...args);
    },
  };
}
