// Tests the guides of this repository, and how pages become guides.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { sectionsOf } from '../test/guide-sections.ts';
import { type Block, type GuideName, guideNames, type Inline } from '../ui/guides.ts';
import { guideFolder, parseGuides, readGuides } from './guides.ts';

const folder = guideFolder(path.resolve(import.meta.dirname, '..'));

/** Returns the links in a text. */
const linksOf = (content: readonly Inline[]): string[] =>
  content.flatMap((inline) => {
    if (typeof inline === 'string' || inline.type === 'code') return [];
    const own = inline.type === 'guide-link' ? [inline.target] : inline.type === 'web-link' ? [inline.url] : [];
    return [...own, ...linksOf(inline.content)];
  });

/** Returns the links in parts of a guide. */
const linksIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    switch (block.type) {
      case 'list':
        return block.items.flatMap(linksIn);
      case 'table':
        return [block.headings, ...block.rows].flat().flatMap(linksOf);
      case 'code-block':
        return [];
      default:
        return linksOf(block.content);
    }
  });

const parse = (markdown: string) => parseGuides(new Map([['admin', markdown]])).get('admin');
const rejects = (markdown: string, message: RegExp) => assert.throws(() => parse(`# A\n\n${markdown}`), message);

describe('the guides of the admin', () => {
  const { index, files } = readGuides(folder);
  const guides = new Map(
    Object.entries(index).map(([name, { file }]) => [name, JSON.parse(String(files.get(file)))] as const),
  );

  it('are all pages in the table, with their titles', () => {
    assert.deepEqual(Object.keys(index), guideNames);
    assert.equal(index.admin?.title, 'Admin');
    assert.equal(index.backups?.title, 'Backups');
  });

  it('have links only to guides, to their sections, and to the web', () => {
    const links = [...guides].flatMap(([name, { blocks }]) => linksIn(blocks).map((link) => ({ name, link })));
    const broken = links.filter(({ link }) => {
      if (link.startsWith('https://') || link.startsWith('http://')) return !URL.canParse(link);
      const [name = '', section] = link.split('#');
      const guide = guides.get(name);
      return guide === undefined || (section !== undefined && !sectionsOf(guide).includes(section));
    });
    assert.deepEqual(broken, []);
    assert.ok(links.length > 50, `${links.length} links`);
  });
});

describe('a guide', () => {
  it('has headings with unique IDs, texts, lists, tables and code', () => {
    const guide = parse(
      '# A *guide*\n\nText with `code`,\n**strong *and* more**.\n\n<!-- not run -->\n\n## To do: `x`\n\n3. One\n   - Two\n\n## To do: x\n\n' +
        '| H |\n| --- |\n| `a \\| b` |\n\n```sh\nls <x>\n```\n',
    );
    assert.deepEqual(guide, {
      title: 'A guide',
      blocks: [
        {
          type: 'paragraph',
          content: [
            'Text with ',
            { type: 'code', text: 'code' },
            ', ',
            { type: 'strong', content: ['strong ', { type: 'emphasis', content: ['and'] }, ' more'] },
            '.',
          ],
        },
        { type: 'heading', level: 2, id: 'to-do-x', content: ['To do: ', { type: 'code', text: 'x' }] },
        {
          type: 'list',
          start: 3,
          items: [
            [
              { type: 'text', content: ['One'] },
              { type: 'list', items: [[{ type: 'text', content: ['Two'] }]] },
            ],
          ],
        },
        { type: 'heading', level: 2, id: 'to-do-x-1', content: ['To do: x'] },
        { type: 'table', headings: [['H']], rows: [[[{ type: 'code', text: 'a | b' }]]] },
        { type: 'code-block', text: 'ls <x>' },
      ],
    });
  });

  it('has links to guides, sections and the web; links to other pages and with other schemes are text', () => {
    const pages: ReadonlyMap<GuideName, string> = new Map([
      [
        'admin',
        '# A\n\n[1](mail.md), [2](mail.md#send), [3](#b), [4](https://example.com/), [5](javascript:alert(1)), [6](routes.md), [7](../mail.md), [8](data:text/html,x)\n\n## B\n',
      ],
      ['mail', '# Mail\n\n## Send\n'],
    ]);
    const [paragraph] = parseGuides(pages).get('admin')?.blocks ?? [];
    assert.deepEqual(paragraph && linksIn([paragraph]), ['mail', 'mail#send', 'admin#b', 'https://example.com/']);
    assert.ok(paragraph?.type === 'paragraph');
    assert.deepEqual(
      paragraph.content.filter((each) => typeof each === 'string' && /\d/.test(each)),
      ['5', '6', '7', '8'],
    );
  });

  it('is rejected if a link leads to no section', () => {
    rejects('[x](#nothing)', /has a link to admin#nothing/);
    const pages: ReadonlyMap<GuideName, string> = new Map([
      ['admin', '# A\n\n[x](mail.md#nothing)\n'],
      ['mail', '# Mail\n'],
    ]);
    assert.throws(() => parseGuides(pages), /docs\/admin\.md has a link to mail#nothing/);
  });

  it('is rejected if it has something that the admin cannot display', () => {
    rejects('<script>alert(1)</script>', /contains HTML/);
    rejects('<!-- x --><img src=x>', /contains HTML/);
    rejects('Text <b>bold</b>', /contains html/);
    rejects('![image](a.png)', /contains image/);
    rejects('> Quote', /contains blockquote/);
    rejects('A &lt; B', /character reference/);
    rejects('# Second title', /heading of level 1/);
    assert.throws(() => parse('No title'), /a page without a title/);
  });
});
