// Compiles the rules of layouts: how the inner blocks of a container are placed. The renderer adds the classes of these rules
// (rendering/blocks/layout.ts).
import { isRecord } from '../../rendering/blocks/parse.ts';
import { constant, type Declaration, ruleOf } from './rules.ts';
import { objectAt, parseValue, resolveValue, type ThemeConfiguration, valueAt } from './values.ts';

/** The distance between blocks of a container, as CSS values. */
interface Gap {
  readonly row: string;
  readonly column: string;
}

/** Returns a block gap: one value, or `{ top, left }`. Returns undefined if it is absent or unsafe. */
function parseGap(raw: unknown, configuration: ThemeConfiguration): Gap | undefined {
  const parse = (value: unknown) => parseValue(resolveValue(value, configuration) ?? '')?.light;
  const isPair = isRecord(raw) && raw.ref === undefined;
  const [row, column] = isPair ? [parse(raw.top), parse(raw.left)] : [parse(raw), undefined];
  return row === undefined && column === undefined ? undefined : { row: row ?? '0', column: column ?? row ?? '0' };
}

const gapText = ({ row, column }: Gap): string => (row === column ? row : `${row} ${column}`);

/** The gap between blocks, unless styles or a block set another one. */
const defaultGap: Gap = { row: '24px', column: '24px' };

const rootGap = (configuration: ThemeConfiguration): Gap =>
  parseGap(valueAt(configuration.styles, 'spacing.blockGap'), configuration) ?? defaultGap;

/** Returns the rules that set the gap of a kind of block in each layout. `wrapper` is the selector of the block. */
export function blockGapRules(wrapper: string, raw: unknown, configuration: ThemeConfiguration): string {
  const gap = parseGap(raw, configuration);
  if (!gap) return '';
  const inLayouts = (...kinds: string[]) =>
    `:root :where(${kinds.flatMap((kind) => [`${wrapper}.is-layout-${kind}`, `${wrapper}-is-layout-${kind}`]).join()})`;
  return (
    ruleOf(`${inLayouts('flow', 'constrained')}>*+*`, [constant('margin-block-start', gap.row)]) +
    ruleOf(inLayouts('flex', 'grid'), [constant('gap', gapText(gap))])
  );
}

/** Returns the rules of the gap of a single container, whose selector is a class of its own. */
export function containerGapRules(selector: string, isStacked: boolean, raw: unknown): string {
  const gap = parseGap(raw, { settings: {}, styles: {} });
  if (!gap) return '';
  return isStacked
    ? ruleOf(`${selector}>*+*`, [constant('margin-block-start', gap.row)])
    : ruleOf(selector, [constant('gap', gapText(gap))]);
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

/** Whether full-width blocks extend into the padding of the page. */
export const isPaddingAware = ({ settings }: ThemeConfiguration): boolean =>
  valueAt(settings, 'useRootPaddingAwareAlignments') === true;

/** Returns the custom properties of the layout: widths, block gap and, if alignments depend on it, the padding of the page. */
export function layoutVariables(configuration: ThemeConfiguration): Declaration[] {
  const declare = (name: string, raw: unknown): Declaration[] => {
    const value = parseValue(resolveValue(raw, configuration) ?? '');
    return value ? [[`--wp--style--${name}`, value]] : [];
  };
  const layout = objectAt(configuration.settings, 'layout');
  const padding = valueAt(configuration.styles, 'spacing.padding');
  const paddingOf = (at: number) => (isRecord(padding) ? padding[sides[at] ?? ''] : shorthandPart(padding, at));
  return [
    ...declare('global--content-size', layout.contentSize),
    ...declare('global--wide-size', layout.wideSize ?? layout.contentSize),
    constant('--wp--style--block-gap', rootGap(configuration).row),
    ...(isPaddingAware(configuration)
      ? sides.flatMap((side, at) => declare(`root--padding-${side}`, paddingOf(at) ?? '0px'))
      : []),
  ];
}

/** Returns one of the four values of a shorthand; at 0 is the top side, then clockwise. */
function shorthandPart(shorthand: unknown, at: number): string | undefined {
  if (typeof shorthand !== 'string') return undefined;
  const [top, right = top, bottom = top, left = right] = shorthand.trim().split(/\s+(?![^(]*\))/);
  return [top, right, bottom, left][at];
}

/**
 * Selects the containers that have the padding of the page: those with a constrained layout, except nested ones that do not extend to
 * the full width.
 */
const paddedContainer =
  ':where(.is-layout-constrained:not(.is-layout-constrained .is-layout-constrained:not(.alignfull)))';

const rootPadding = (side: string): string => `var(--wp--style--root--padding-${side})`;

const paddingRules = [
  `.wp-site-blocks{padding-top:${rootPadding('top')};padding-bottom:${rootPadding('bottom')}}`,
  `${paddedContainer}{padding-right:${rootPadding('right')};padding-left:${rootPadding('left')}}`,
  `${paddedContainer}>.alignfull{margin-right:calc(${rootPadding('right')}*-1);margin-left:calc(${rootPadding('left')}*-1)}`,
].join('');

/** Containers whose inner blocks are stacked. */
const stacked = ':where(.wp-site-blocks,.is-layout-flow,.is-layout-constrained)';

/** Rules that do not depend on the theme. They are weaker than one class, except those that base styles must not override. */
const fixedRules = [
  ':where(body){margin:0}',
  `:root ${stacked}>:where(:not(.alignleft,.alignright)){margin-block:0}`,
  `:root ${stacked}>*+*{margin-block-start:var(--wp--style--block-gap)}`,
  `${stacked}>.alignleft{float:left;margin-inline:0 2em}`,
  `${stacked}>.alignright{float:right;margin-inline:2em 0}`,
  `${stacked}>.aligncenter{margin-left:auto!important;margin-right:auto!important}`,
  '.is-layout-constrained>:where(:not(.alignleft,.alignright,.alignfull)){max-width:var(--wp--style--global--content-size);margin-left:auto!important;margin-right:auto!important}',
  '.is-layout-constrained>.alignwide{max-width:var(--wp--style--global--wide-size)}',
  ':where(.is-layout-flex){display:flex;flex-wrap:wrap;align-items:center}',
  ':where(.is-layout-flex.is-nowrap){flex-wrap:nowrap}',
  ':where(.is-layout-flex.is-vertical){flex-direction:column;align-items:flex-start}',
  ':where(.is-layout-grid){display:grid}',
  ':root :where(.is-layout-flex,.is-layout-grid)>*{margin:0}',
].join('');

/** Alignments of a flex layout by the name of the justification. The main axis of a vertical layout is the other one. */
const justifications: readonly (readonly [name: string, value: string, isForVertical: boolean])[] = [
  ['left', 'flex-start', true],
  ['center', 'center', true],
  ['right', 'flex-end', true],
  ['space-between', 'space-between', false],
  ['stretch', 'stretch', true],
];

const justificationRules = justifications
  .map(([name, value, isForVertical]) => {
    const justified = `.is-layout-flex.is-content-justification-${name}`;
    const vertical = isForVertical ? `:where(${justified}.is-vertical){align-items:${value}}` : '';
    return (name === 'stretch' ? '' : `:where(${justified}:not(.is-vertical)){justify-content:${value}}`) + vertical;
  })
  .join('');

/** Returns the rules of all layouts, for the block gap and the padding of a theme. */
export function layoutRules(configuration: ThemeConfiguration): string {
  const gap = ruleOf(':root :where(.is-layout-flex,.is-layout-grid)', [
    constant('gap', gapText(rootGap(configuration))),
  ]);
  return fixedRules + justificationRules + gap + (isPaddingAware(configuration) ? paddingRules : '');
}
