// Hostile settings and styles for tests of style sheets.
import fc from 'fast-check';

const fragments = [
  ...[';', '}', '{', '"', "'", '\\', '/*', '*/', '(', ')', '[', ']', ',', ':', '!important', '<', '>', '&', '@', '#'],
  ...['</style>', '<!--', '-->', '@import "evil";', 'evil{evil:evil}', 'evil:evil', 'url(', 'url("', 'u\\72l(', 'var('],
  ...[
    'light-dark(',
    'javascript:evil',
    '")}evil{"',
    "')}evil{'",
    'https://x.test/',
    '\n',
    '\r',
    '\0',
    '\f',
    ' ',
    'a',
    '1',
    '\\3b ',
    'é',
    '×url(',
    '𝒳',
  ],
];
/** Texts that try to leave their place in a style sheet. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''));

/** Returns a configuration with the same value in every place in which values are compiled, and the same custom CSS in all of them. */
export const hostileConfiguration = (value: string, css: string) => {
  const node = {
    color: { text: value, background: `light-dark(${value},${value})`, gradient: value },
    background: { backgroundImage: { url: `/${value}` }, gradient: value },
    border: { color: value, radius: { topLeft: value }, top: { width: value } },
    spacing: { padding: { left: value }, margin: value, blockGap: { top: value, left: value } },
    typography: { fontFamily: value, fontSize: value },
    shadow: value,
    css,
  };
  const face = { fontFamily: value, fontWeight: value, unicodeRange: value, src: ['/a', `/${value}`, value] };
  return {
    settings: {
      color: { palette: [{ slug: 'a', color: value }], gradients: [{ slug: 'a', gradient: value }] },
      typography: {
        fluid: { minFontSize: value },
        fontSizes: [{ slug: 'a', size: value, fluid: { min: value, max: value } }],
        fontFamilies: [{ slug: 'a', fontFamily: value, fontFace: [face] }],
      },
      layout: { contentSize: value, wideSize: value },
      viewport: { mobile: value },
      custom: { a: value, b: { c: value } },
      useRootPaddingAwareAlignments: true,
    },
    styles: {
      ...node,
      elements: { link: { ...node, ':hover': node }, button: node, h1: { '@mobile': node } },
      blocks: {
        'core/image': node,
        'core/group': { ...node, '@tablet': node, variations: { x: node }, elements: { caption: node } },
      },
    },
  };
};

/** Harmless values. The rules of a hostile configuration are among those of configurations with these values. */
export const harmlessValues = ['red', '1px', 'light-dark(red,blue)'] as const;
