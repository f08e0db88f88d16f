// Compiles the classes that single blocks have: of their layout, and of the colors of elements inside them. The renderer computes
// them from the attributes of the block (rendering/blocks/layout.ts, rendering/blocks/elements.ts).
import { elementsOfBlock } from '../../rendering/blocks/elements.ts';
import { type BlockLayout, layoutOfBlock } from '../../rendering/blocks/layout.ts';
import { type Block, isRecord, parseBlocks } from '../../rendering/blocks/parse.ts';
import { integerInRange } from '../../rendering/blocks/text.ts';
import { containerGapRules } from './layout.ts';
import { declarationsOf } from './properties.ts';
import { constant, type Declaration, ruleOf } from './rules.ts';
import { appendToLast, descendants, elementSelectors } from './selectors.ts';
import { objectAt, parseValue, resolveValue, valueAt } from './values.ts';

/** Maximum number of classes of a page that get rules. */
const maxClasses = 500;

/**
 * Returns the rules of the classes `wp-container-…` and `wp-elements-…` that occur in HTML; only of the first 500. `contents` are the stored
 * contents with the blocks to which the classes belong. Nothing else about the blocks of contents is revealed. Unsafe values are omitted, as
 * in `compileThemeCss`. Runs in linear time, and without recursion.
 */
export function containerCss(contents: Iterable<string>, html: string): string {
  const usedClasses = new Set<string>();
  for (const [name] of html.matchAll(/\bwp-(?:container|elements)-[\w-]+/g)) {
    if (usedClasses.size >= maxClasses) break;
    usedClasses.add(name);
  }
  if (usedClasses.size === 0) return '';
  const rules = new Map<string, string>();
  for (const content of contents) {
    const stack: (string | Block)[] = parseBlocks(content).toReversed();
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      if (typeof part === 'string') continue;
      addRules(rules, usedClasses, part);
      for (let at = part.innerContent.length - 1; at >= 0; at--) stack.push(part.innerContent[at] ?? '');
    }
  }
  return [...rules.values()].join('');
}

/** Adds the rules of the classes of a block that are used. */
function addRules(rules: Map<string, string>, usedClasses: ReadonlySet<string>, block: Block): void {
  const isMissing = (className: string) => usedClasses.has(className) && !rules.has(className);
  const layout = block.name?.startsWith('core/') ? layoutOfBlock(block) : undefined;
  const containerClass = layout?.containerClass;
  if (layout && containerClass !== undefined && isMissing(containerClass))
    rules.set(containerClass, layoutRulesOf(`.${containerClass}`, layout, block));
  const styled = elementsOfBlock(block);
  if (styled && isMissing(styled.className))
    rules.set(styled.className, elementRules(`.${styled.className}`, styled.elements));
}

const noConfiguration = { settings: {}, styles: {} };

/** Returns the declaration of a property if the value is safe. */
function declare(property: string, raw: unknown): Declaration[] {
  const value = parseValue(resolveValue(raw, noConfiguration) ?? '')?.light;
  return value === undefined ? [] : [constant(property, value)];
}

function layoutRulesOf(selector: string, layout: BlockLayout, { name, attributes }: Block): string {
  const isStacked = layout.kind === 'flow' || layout.kind === 'constrained';
  const gap = valueAt(attributes, 'style.spacing.blockGap');
  const isUnstackedColumns = name === 'core/columns' && attributes.isStackedOnMobile === false;
  return (
    containerGapRules(selector, isStacked, gap) +
    (layout.kind === 'constrained' ? constrainedRules(selector, layout.attributes) : '') +
    (layout.kind === 'flex' ? ruleOf(selector, flexDeclarations(layout.attributes)) : '') +
    (layout.kind === 'grid' ? ruleOf(selector, gridDeclarations(layout.attributes, gap)) : '') +
    (isUnstackedColumns ? ruleOf(selector, [constant('flex-wrap', 'nowrap!important')]) : '')
  );
}

function constrainedRules(
  selector: string,
  { contentSize, wideSize, justifyContent }: BlockLayout['attributes'],
): string {
  const side = justifyContent === 'left' || justifyContent === 'right' ? justifyContent : undefined;
  const justified = side === undefined ? [] : [constant(`margin-${side}`, '0!important')];
  const content = [...declare('max-width', contentSize || undefined), ...justified];
  return (
    ruleOf(`${selector}>:where(:not(.alignleft,.alignright,.alignfull))`, content) +
    ruleOf(`${selector}>.alignwide`, declare('max-width', wideSize || contentSize || undefined))
  );
}

const verticalAlignments: ReadonlyMap<unknown, string> = new Map([
  ['top', 'flex-start'],
  ['center', 'center'],
  ['bottom', 'flex-end'],
  ['stretch', 'stretch'],
  ['space-between', 'space-between'],
]);

/** Returns the alignment of a flex layout. Classes that all blocks have in common set everything else. */
function flexDeclarations({ orientation, verticalAlignment }: BlockLayout['attributes']): Declaration[] {
  const value = verticalAlignments.get(verticalAlignment);
  return value === undefined ? [] : [constant(orientation === 'vertical' ? 'justify-content' : 'align-items', value)];
}

/** Default of the minimum width of columns. */
const minimumWidth = '12rem';

/** Returns the columns and rows of a grid: a number of columns, columns of a minimum width, or at most a number of such columns. */
function gridDeclarations(layout: BlockLayout['attributes'], gap: unknown): Declaration[] {
  const { columnCount, minimumColumnWidth, rowCount } = layout;
  const columns = integerInRange(columnCount, 0, 0, 100);
  const rows = integerInRange(rowCount, 0, 0, 100);
  const rowsOf = rows === 0 ? [] : [constant('grid-template-rows', `repeat(${rows},minmax(1rem,auto))`)];
  const template = (text: string) => constant('grid-template-columns', text);
  const [width] = declare('width', minimumColumnWidth || undefined);
  const minimum = width?.[1].light ?? minimumWidth;
  if (columns > 0 && width === undefined) return [template(`repeat(${columns},minmax(0,1fr))`), ...rowsOf];
  const columnGap = declare('gap', isRecord(gap) ? gap.left : gap)[0]?.[1].light ?? 'var(--wp--style--block-gap)';
  const widest = `(100% - (${columnGap})*${columns - 1})/${columns}`;
  const least = columns > 0 ? `max(min(${minimum},100%),${widest})` : `min(${minimum},100%)`;
  return [template(`repeat(auto-fill,minmax(${least},1fr))`), constant('container-type', 'inline-size'), ...rowsOf];
}

/** Returns the rules of the elements inside a block. Only colors apply to them, and to links on which the pointer is. */
function elementRules(selector: string, elements: Readonly<Record<string, unknown>>): string {
  return [...elementSelectors]
    .filter(([name]) => Object.hasOwn(elements, name))
    .map(([name, element]) => {
      const inner = descendants(selector, element);
      const rule = (state: string, styles: unknown) =>
        ruleOf(
          appendToLast(inner, state),
          declarationsOf({ color: objectAt(styles, 'color') }, noConfiguration).get('color') ?? [],
        );
      const styles = objectAt(elements, name);
      return rule('', styles) + rule(':hover', objectAt(styles, ':hover'));
    })
    .join('');
}
