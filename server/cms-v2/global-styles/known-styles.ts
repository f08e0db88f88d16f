// The styles that are known (templates-and-styles.md §8).
import { anyOf, type Known } from './filter-known.ts';
import { knownBlocks, knownVariations } from './known-blocks.ts';

/** What every node of the tree may have: the site, an element, a block, a variation of one. */
const node: Known = {
  background: anyOf('backgroundImage backgroundPosition backgroundRepeat backgroundSize backgroundAttachment gradient'),
  border: anyOf('color radius style width top right bottom left'),
  color: anyOf('background gradient text'),
  dimensions: anyOf('aspectRatio height minHeight minWidth width'),
  filter: anyOf('duotone'),
  outline: anyOf('color offset style width'),
  shadow: true,
  spacing: anyOf('margin padding blockGap'),
  typography: anyOf(
    'fontFamily fontSize fontStyle fontWeight letterSpacing lineHeight textAlign textColumns textDecoration textIndent textShadow textTransform writingMode',
  ),
  css: true,
};

const each = (names: string, known: Known): Known => Object.fromEntries(names.split(' ').map((name) => [name, known]));

const linkStates = ':link :any-link :visited :hover :focus :focus-visible :active';
const widths = '@mobile @tablet';

const elements: Known = Object.fromEntries(
  'link heading h1 h2 h3 h4 h5 h6 button caption cite textInput select'.split(' ').map((name): [string, Known] => {
    const states = name === 'link' || name === 'button' ? each(linkStates, node) : {};
    return [name, { ...node, ...states, ...each(widths, { ...node, ...states }) }];
  }),
);

const blockStates: Readonly<Record<string, string>> = {
  'core/button': ':hover :focus :focus-visible :active',
  'core/navigation-link': ':hover :focus :focus-visible :active -current',
};

function blockNode(name: string): Known {
  const states = blockStates[name];
  const own: Known = { ...node, elements, ...(states && each(states, node)) };
  const variations = knownVariations[name];
  return {
    ...own,
    ...each(widths, own),
    ...(variations && { variations: each(variations.join(' '), { ...own, ...each(widths, own) }) }),
  };
}

/** The styles of a site. */
export const knownStyles: Known = {
  ...node,
  elements,
  blocks: Object.fromEntries(knownBlocks.map((name) => [name, blockNode(name)])),
};
