// Compiles styles to rules: of the page, of elements, of blocks, and of their variations and states.
import { isRecord } from '../../rendering/blocks/parse.ts';
import type { Configuration } from '../theme.ts';
import { cleanCss } from './custom-css.ts';
import { blockGapRules, isPaddingAware } from './layout.ts';
import { declarationsOf } from './properties.ts';
import { type Declaration, ruleOf } from './rules.ts';
import {
  appendToFirst,
  appendToLast,
  type BlockSelectors,
  blockClass,
  blockSelectors,
  descendants,
  elementSelectors,
  mapSelectors,
  states,
} from './selectors.ts';
import { objectAt, type ThemeConfiguration, toCssName, valueAt } from './values.ts';

/** Gives a selector the specificity of one class, whatever it contains. */
const scoped = (selector: string): string => `:root :where(${selector})`;

/** Compiles the styles of a configuration to rules, without the CSS text of the root. */
export function compileStyles(configuration: ThemeConfiguration): string {
  return new StylesCompiler(configuration).compile();
}

/** Elements whose rules are as weak as their names, so that every class overrides them. */
const isWeak = (name: string): boolean => name !== 'button' && name !== 'caption';

const isEmpty = (styles: Configuration): boolean => Object.keys(styles).length === 0;

class StylesCompiler {
  readonly #configuration: ThemeConfiguration;
  readonly #widths: readonly (readonly [state: string, query: string])[];

  constructor(configuration: ThemeConfiguration) {
    this.#configuration = configuration;
    this.#widths = viewportQueries(configuration.settings);
  }

  compile(): string {
    const { styles } = this.#configuration;
    const blocks = Object.entries(objectAt(styles, 'blocks')).map(([name, block]) => {
      const selectors = blockSelectors(name);
      return selectors && isRecord(block) ? this.#blockWithVariations(name, selectors, block) : '';
    });
    return this.#rootRule(styles) + this.#elements(objectAt(styles, 'elements')) + blocks.join('');
  }

  /** Returns the rule of the page. If alignments depend on its padding, layout.ts compiles the padding. */
  #rootRule(styles: Configuration): string {
    const isAware = isPaddingAware(this.#configuration);
    const declarations = [...declarationsOf(styles, this.#configuration).values()].flat();
    return ruleOf(
      'body',
      isAware ? declarations.filter(([property]) => !property.startsWith('padding')) : declarations,
    );
  }

  /** Returns the rules of elements inside a block, or of all elements of the page if there is no ancestor. */
  #elements(elements: Configuration, ancestor?: string): string {
    const rules = [...elementSelectors].map(([name, selector]) => {
      const root = ancestor === undefined ? selector : descendants(ancestor, selector);
      const toSelector = ancestor === undefined && isWeak(name) ? (each: string) => each : scoped;
      return this.#atWidths(objectAt(elements, name), (styles) => this.#node({ root, groups: {} }, styles, toSelector));
    });
    return rules.join('');
  }

  #blockWithVariations(name: string, selectors: BlockSelectors, block: Configuration): string {
    const variations = Object.entries(objectAt(block, 'variations')).map(([variation, styles]) => {
      if (toCssName(variation) === '' || !isRecord(styles)) return '';
      const style = `.is-style-${toCssName(variation)}`;
      const ofVariation = mapSelectors(selectors, (each) => appendToFirst(each, style));
      return this.#block(style + blockClass(name), ofVariation, styles);
    });
    return this.#block(blockClass(name), selectors, block) + variations.join('');
  }

  /** Returns the rules of a block, its block gap and the elements in it. `wrapper` is the selector of its wrapper. */
  #block(wrapper: string, selectors: BlockSelectors, block: Configuration): string {
    const currentItem = mapSelectors(selectors, (each) => appendToFirst(each, '.current-menu-item'));
    return this.#atWidths(
      block,
      (styles) =>
        this.#node(selectors, styles, scoped) +
        this.#rules(currentItem, objectAt(styles, '-current'), scoped) +
        blockGapRules(wrapper, valueAt(styles, 'spacing.blockGap'), this.#configuration) +
        this.#elements(objectAt(styles, 'elements'), selectors.root),
    );
  }

  /** Returns the rules of styles on all viewports, followed by those on narrow ones. */
  #atWidths(styles: Configuration, rulesOf: (styles: Configuration) => string): string {
    if (isEmpty(styles)) return '';
    const narrow = this.#widths.map(([state, query]) => {
      const rules = rulesOf(objectAt(styles, state));
      return rules === '' ? '' : `@media ${query}{${rules}}`;
    });
    return rulesOf(styles) + narrow.join('');
  }

  /** Returns the rules of a node and of its states. */
  #node(selectors: BlockSelectors, styles: Configuration, toSelector: (selector: string) => string): string {
    const inStates = states.map((state) =>
      this.#rules(
        mapSelectors(selectors, (each) => appendToLast(each, state)),
        objectAt(styles, state),
        scoped,
      ),
    );
    return this.#rules(selectors, styles, toSelector) + inStates.join('');
  }

  #rules(selectors: BlockSelectors, styles: Configuration, toSelector: (selector: string) => string): string {
    if (isEmpty(styles)) return '';
    const bySelector = new Map<string, Declaration[]>();
    for (const [group, declarations] of declarationsOf(styles, this.#configuration)) {
      const selector = selectors.groups[group] ?? selectors.root;
      bySelector.set(selector, [...(bySelector.get(selector) ?? []), ...declarations]);
    }
    const css = typeof styles.css === 'string' ? cleanCss(styles.css) : '';
    const rules = [...bySelector].map(([selector, declarations]) => ruleOf(toSelector(selector), declarations));
    return rules.join('') + (css === '' ? '' : `${scoped(selectors.root)}{${css}}`);
  }
}

/** Returns the media queries of the viewports for which styles can be set, with their names in styles. */
function viewportQueries(settings: Configuration): [state: string, query: string][] {
  const width = (path: string, byDefault: string) => {
    const value = valueAt(settings, path);
    return typeof value === 'string' && /^\d+(?:\.\d+)?(?:px|em|rem)$/.test(value) ? value : byDefault;
  };
  const [mobile, tablet] = [width('viewport.mobile', '480px'), width('viewport.tablet', '782px')];
  return [
    ['@mobile', `(width<=${mobile})`],
    ['@tablet', `(${mobile}<width<=${tablet})`],
  ];
}
