// Declares the known styles (templates-and-styles.md §8).
import { anyValueOf, type KnownProperties } from './filter-known.ts';
import { knownBlocks, knownVariations } from './known-blocks.ts';

/** Style properties that the site, elements, blocks and block variations have in common. */
const node: KnownProperties = {
  background: anyValueOf(
    'backgroundImage backgroundPosition backgroundRepeat backgroundSize backgroundAttachment gradient',
  ),
  border: anyValueOf('color radius style width top right bottom left'),
  color: anyValueOf('background gradient text'),
  dimensions: anyValueOf('aspectRatio height minHeight minWidth width'),
  filter: anyValueOf('duotone'),
  outline: anyValueOf('color offset style width'),
  shadow: true,
  spacing: anyValueOf('margin padding blockGap'),
  typography: anyValueOf(
    'fontFamily fontSize fontStyle fontWeight letterSpacing lineHeight textAlign textColumns textDecoration textIndent textShadow textTransform writingMode',
  ),
  css: true,
};

const sameForAll = (names: string, known: KnownProperties): KnownProperties =>
  Object.fromEntries(names.split(' ').map((name) => [name, known]));

const linkStates = ':link :any-link :visited :hover :focus :focus-visible :active';
const widths = '@mobile @tablet';

const elements: KnownProperties = Object.fromEntries(
  'link heading h1 h2 h3 h4 h5 h6 button caption cite textInput select'
    .split(' ')
    .map((name): [string, KnownProperties] => {
      const states = name === 'link' || name === 'button' ? sameForAll(linkStates, node) : {};
      return [name, { ...node, ...states, ...sameForAll(widths, { ...node, ...states }) }];
    }),
);

const blockStates: Readonly<Record<string, string>> = {
  'core/button': ':hover :focus :focus-visible :active',
  'core/navigation-link': ':hover :focus :focus-visible :active -current',
};

function blockNode(name: string): KnownProperties {
  const states = blockStates[name];
  const blockProperties: KnownProperties = { ...node, elements, ...(states && sameForAll(states, node)) };
  const variations = knownVariations[name];
  return {
    ...blockProperties,
    ...sameForAll(widths, blockProperties),
    ...(variations && {
      variations: sameForAll(variations.join(' '), { ...blockProperties, ...sameForAll(widths, blockProperties) }),
    }),
  };
}

/** Known styles of a site. */
export const knownStyles: KnownProperties = {
  ...node,
  elements,
  blocks: Object.fromEntries(knownBlocks.map((name) => [name, blockNode(name)])),
};
