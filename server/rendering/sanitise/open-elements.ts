import { isMathmlElement, isTextIntegrationPoint } from './mathml.ts';

interface OpenElement {
  name: string;
  nameAsWritten: string;
  /** Whether the element is inside a `math` element. Elsewhere, its name is unknown to browsers. */
  isInFormula: boolean;
}

interface ImpliedEndRule {
  /** Elements that the start tag closes. */
  closes: readonly string[];
  /** Elements that limit the scope. Open elements outside of them are not closed. */
  scope: ReadonlySet<string>;
}

const nameSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));
// Table cells are not listed, because those that browsers recognize are inside a table, and others are ignored.
const buttonScope = nameSet('table object button mi mn mo ms mtext');
const tableScope = nameSet('table');

/** Rules for start tags that close open elements in browsers (HTML, "optional tags" and tree construction). */
const impliedEndRules: ReadonlyMap<string, ImpliedEndRule> = buildImpliedEndRules();

function buildImpliedEndRules(): ReadonlyMap<string, ImpliedEndRule> {
  const found = new Map<string, ImpliedEndRule>();
  const add = (names: string, ends: string, scope: ReadonlySet<string>) => {
    for (const name of names.split(' ')) found.set(name, { closes: ends.split(' '), scope });
  };
  add(
    `address article aside blockquote details dialog div dl fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header
 hgroup hr main menu nav ol p pre section table ul`.replaceAll('\n', ''),
    'p',
    buttonScope,
  );
  add('li', 'li', nameSet('ul ol menu table'));
  add('dt dd', 'dt dd', nameSet('dl table'));
  add('td th', 'td th', tableScope);
  add('tr', 'tr', tableScope);
  add('tbody thead tfoot', 'tbody thead tfoot', tableScope);
  add('rt rp', 'rt rp', nameSet('ruby'));
  add('a', 'a', buttonScope);
  add('button', 'button', nameSet('table object'));
  return found;
}

/** Whether an element contains only MathML. */
const containsOnlyMathml = ({ isInFormula: isInMath, name }: OpenElement) => isInMath && !isTextIntegrationPoint(name);

/**
 * Maximum number of open elements. Deeper nesting is malicious, and browsers differ in how they parse it (some move elements
 * deeper than 512 levels).
 */
const MAX_DEPTH = 256;

/**
 * The open elements of the output, which are tracked so that all of them are closed in the right order. The methods return the end tags to
 * be written.
 */
export class OpenElements {
  readonly #open: OpenElement[] = [];
  readonly #counts = new Map<string, number>();
  /** Number of omitted elements by name, so that their end tags do not close others. */
  readonly #refused = new Map<string, number>();

  /**
   * Opens an element. The elements that its start tag closes must have been closed with `pass`. Returns false if the element is beyond the
   * maximum depth and must be omitted.
   */
  open(name: string, nameAsWritten: string): boolean {
    if (this.#open.length >= MAX_DEPTH) {
      this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1);
      return false;
    }
    this.#open.push({ name, nameAsWritten, isInFormula: name === 'math' || (this.inFormula && isMathmlElement(name)) });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return true;
  }

  /** Returns the end tags of the elements that a start tag closes: `hr` closes a paragraph, and any HTML element closes MathML. */
  pass(name: string): string {
    const endTags = isMathmlElement(name) ? '' : this.#leaveFormula();
    const rule = impliedEndRules.get(name);
    return rule ? endTags + this.#endImplied(rule) : endTags;
  }

  /** Whether the next element is inside MathML, where self-closing tags are allowed. */
  get inFormula(): boolean {
    const last = this.#open.at(-1);
    return last !== undefined && containsOnlyMathml(last);
  }

  /** Closes an element and everything inside it. Returns `''` if no element with this name is open, or if the element was omitted. */
  close(name: string): string {
    const omittedCount = this.#refused.size === 0 ? 0 : (this.#refused.get(name) ?? 0);
    if (omittedCount > 0) {
      this.#refused.set(name, omittedCount - 1);
      return '';
    }
    if (this.#open.at(-1)?.name === name) return this.#endAt(this.#open.length - 1);
    return this.has(name) ? this.#endAt(this.#open.findLastIndex((one) => one.name === name)) : '';
  }

  /** Whether an element with a name is open. */
  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  /** Closes all elements. */
  closeAll(): string {
    return this.#endAt(0);
  }

  /** Closes the MathML elements up to the innermost element that contains HTML. */
  #leaveFormula(): string {
    return this.inFormula ? this.#endAt(this.#open.findLastIndex((one) => !containsOnlyMathml(one)) + 1) : '';
  }

  #endImplied({ closes, scope }: ImpliedEndRule): string {
    let ended = '';
    for (let at = this.#open.length - 1; at >= 0 && closes.some((name) => this.has(name)); at--) {
      const { name, isInFormula: isInMath } = this.#open[at] ?? { name: '', isInFormula: false };
      if (closes.includes(name)) ended += this.#endAt(at);
      else if (scope.has(name) && (isInMath || !isMathmlElement(name))) break;
    }
    return ended;
  }

  /** Closes all elements from an index, which is usually that of the innermost element. */
  #endAt(index: number): string {
    if (index === this.#open.length - 1) {
      const last = this.#open.pop();
      if (!last) return '';
      this.#counts.set(last.name, (this.#counts.get(last.name) ?? 1) - 1);
      return `</${last.nameAsWritten}>`;
    }
    const ended = this.#open.splice(index).reverse();
    for (const { name } of ended) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    return ended.map(({ nameAsWritten }) => `</${nameAsWritten}>`).join('');
  }
}
