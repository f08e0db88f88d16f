import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertCpuTime } from '../../../test/cpu-time.ts';
import { parseBlocks } from '../../rendering/blocks/parse.ts';
import { renderStaticBlocks } from '../../rendering/blocks/render.ts';
import { containerCss } from './containers.ts';

const blockOf = (name: string, attributes: object, inner = '') =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->\n<div class="wp-block-${name}">${inner}</div>\n<!-- /wp:${name} -->`;

const render = (content: string) => renderStaticBlocks(parseBlocks(content));

/** Returns the rules of the class of a block, with `&` instead of the class. */
function rulesOf(name: string, attributes: object): string {
  const content = blockOf(name, attributes);
  const html = render(content);
  const [className = 'none'] = /wp-(?:container-core|elements)-[\w-]+/.exec(html) ?? [];
  return containerCss([content], html).replaceAll(`.${className}`, '&');
}

describe('classes of single containers', () => {
  const gap = (blockGap: unknown) => ({ style: { spacing: { blockGap } } });
  const rows: readonly (readonly [name: string, attributes: object, rules: string])[] = [
    ['group', { layout: { type: 'constrained' } }, ''],
    [
      'group',
      { ...gap('var:preset|spacing|30'), layout: { type: 'constrained' } },
      '&>*+*{margin-block-start:var(--wp--preset--spacing--30)}',
    ],
    ['column', gap({ top: '1px', left: '2px' }), '&>*+*{margin-block-start:1px}'],
    ['group', { ...gap('0'), layout: { type: 'flex', flexWrap: 'nowrap' } }, '&{gap:0}'],
    ['buttons', gap({ top: '1px', left: '2px' }), '&{gap:1px 2px}'],
    ['columns', gap({ left: '2px' }), '&{gap:0 2px}'],
    ['columns', { isStackedOnMobile: false }, '&{flex-wrap:nowrap!important}'],
    ['group', { layout: { type: 'flex', verticalAlignment: 'top' } }, '&{align-items:flex-start}'],
    [
      'group',
      { layout: { type: 'flex', orientation: 'vertical', verticalAlignment: 'space-between' } },
      '&{justify-content:space-between}',
    ],
    ['group', { layout: { type: 'flex', verticalAlignment: 'x;y' } }, ''],
    [
      'group',
      { layout: { type: 'constrained', contentSize: '20rem' } },
      '&>:where(:not(.alignleft,.alignright,.alignfull)){max-width:20rem}&>.alignwide{max-width:20rem}',
    ],
    [
      'group',
      { layout: { type: 'constrained', contentSize: '20rem', wideSize: '30rem' } },
      '&>:where(:not(.alignleft,.alignright,.alignfull)){max-width:20rem}&>.alignwide{max-width:30rem}',
    ],
    [
      'group',
      { layout: { type: 'constrained', justifyContent: 'left' } },
      '&>:where(:not(.alignleft,.alignright,.alignfull)){margin-left:0!important}',
    ],
    ['group', { layout: { type: 'constrained', contentSize: '1px;}a{b:c', wideSize: '' } }, ''],
    ['group', { layout: { type: 'grid', columnCount: 3 } }, '&{grid-template-columns:repeat(3,minmax(0,1fr))}'],
    [
      'group',
      { layout: { type: 'grid', columnCount: 1e9, rowCount: 2 } },
      '&{grid-template-columns:repeat(100,minmax(0,1fr));grid-template-rows:repeat(2,minmax(1rem,auto))}',
    ],
    [
      'group',
      { layout: { type: 'grid' } },
      '&{grid-template-columns:repeat(auto-fill,minmax(min(12rem,100%),1fr));container-type:inline-size}',
    ],
    [
      'group',
      { layout: { type: 'grid', minimumColumnWidth: '9rem' } },
      '&{grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr));container-type:inline-size}',
    ],
    [
      'group',
      { ...gap('1px'), layout: { type: 'grid', minimumColumnWidth: '9rem', columnCount: 3 } },
      '&{gap:1px}&{grid-template-columns:repeat(auto-fill,minmax(max(min(9rem,100%),(100% - (1px)*2)/3),1fr));container-type:inline-size}',
    ],
    [
      'quote',
      {
        style: { elements: { link: { color: { text: 'var:preset|color|a' }, ':hover': { color: { text: 'red' } } } } },
      },
      '& a:where(:not(.wp-element-button)){color:var(--wp--preset--color--a)}& a:where(:not(.wp-element-button)):hover{color:red}',
    ],
    [
      'quote',
      {
        style: {
          elements: { h2: { color: { text: 'a', background: 'b', gradient: 'c' }, spacing: { padding: '1px' } } },
        },
      },
      '& h2{background:c;background-color:b;color:a}',
    ],
    ['quote', { style: { elements: { link: { color: { text: 'a}b' } }, 'x{': { color: { text: 'a' } } } } }, ''],
    ['quote', { style: { elements: 'x' } }, ''],
  ];
  for (const [name, attributes, rules] of rows)
    it(`${name} ${JSON.stringify(attributes)}`, () => assert.equal(rulesOf(name, attributes), rules));

  it('are compiled once, also for inner blocks', () => {
    const inner = blockOf('buttons', gap('1px'));
    const content = blockOf('group', gap('2px'), inner + inner);
    const css = containerCss([content, content, '<p>Text</p>'], render(content));
    assert.equal(css.match(/\{gap:1px\}/g)?.length, 1);
    assert.equal(css.match(/\{margin-block-start:2px\}/g)?.length, 1);
  });

  it('are compiled only if they occur on the page', () => {
    const [shown, hidden] = [blockOf('buttons', gap('1px')), blockOf('buttons', gap('2px'))];
    assert.equal(containerCss([shown + hidden], render(shown)), containerCss([shown], render(shown)));
    assert.equal(containerCss([shown], '<p>Text</p>'), '');
  });

  it('are limited, and compiled in linear time', () => {
    const many = Array.from({ length: 2000 }, (_, at) => blockOf('buttons', gap(`${at}px`))).join('');
    assert.equal(containerCss([many, many], render(many)).match(/gap:/g)?.length, 500);
    const block = blockOf('group', gap('1px'));
    const deep = `<!-- wp:group ${JSON.stringify(gap('1px'))} -->`.repeat(100_000);
    assertCpuTime(
      () => assert.equal(containerCss([deep], render(block)).match(/margin-block-start/g)?.length, 1),
      10_000,
    );
  });
});
