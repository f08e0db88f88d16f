import { holdsText, isFormula } from './formulas.ts';

interface Open {
  name: string;
  written: string;
  /** Part of a formula. Elsewhere the same names mean nothing to a browser. */
  formula: boolean;
}

interface Implied {
  /** What the new element cannot stand in. */
  ends: readonly string[];
  /** What lies between and hides it. */
  behind: ReadonlySet<string>;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));
// Cells hide nothing by themselves: those that a browser sees lie in a table, others it passes over.
const scope = set('table object button mi mn mo ms mtext');
const cell = set('table');

/** Start tags that end what is open, as browsers read them (HTML, "optional tags" and tree construction). */
const implied: ReadonlyMap<string, Implied> = readImplied();

function readImplied(): ReadonlyMap<string, Implied> {
  const found = new Map<string, Implied>();
  const add = (names: string, ends: string, behind: ReadonlySet<string>) => {
    for (const name of names.split(' ')) found.set(name, { ends: ends.split(' '), behind });
  };
  add(
    `address article aside blockquote details dialog div dl fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header
 hgroup hr main menu nav ol p pre section table ul`.replaceAll('\n', ''),
    'p',
    scope,
  );
  add('li', 'li', set('ul ol menu table'));
  add('dt dd', 'dt dd', set('dl table'));
  add('td th', 'td th', cell);
  add('tr', 'tr', cell);
  add('tbody thead tfoot', 'tbody thead tfoot', cell);
  add('rt rp', 'rt rp', set('ruby'));
  add('a', 'a', scope);
  add('button', 'button', set('table object'));
  return found;
}

/** Part of a formula that holds nothing but parts of it. */
const isOnlyFormula = ({ formula, name }: Open) => formula && !holdsText(name);

/**
 * How many elements may be open at a time. Deeper nesting is no honest text, and browsers read it each in their own way
 * (some move what lies deeper than 512 elements).
 */
const deepest = 256;

/**
 * The elements that are open while a text is written, so that every one is closed and in the right order. What text they
 * give are the end tags to be written.
 */
export class OpenElements {
  readonly #open: Open[] = [];
  readonly #counts = new Map<string, number>();
  /** How many elements of each name were not opened, so that their end tags end nothing else. */
  readonly #refused = new Map<string, number>();

  /** Opens an element, where `pass` has been asked before. False when it would lie too deep and must be left out. */
  open(name: string, written: string): boolean {
    if (this.#open.length >= deepest) {
      this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1);
      return false;
    }
    this.#open.push({ name, written, formula: name === 'math' || (this.inFormula && isFormula(name)) });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return true;
  }

  /** The end tags of what an element ends by beginning (`hr` a paragraph, everything of HTML a formula). */
  pass(name: string): string {
    const left = isFormula(name) ? '' : this.#leaveFormula();
    const rule = implied.get(name);
    return rule ? left + this.#endImplied(rule) : left;
  }

  /** Whether what comes next is part of a formula, so that tags may close themselves. */
  get inFormula(): boolean {
    const last = this.#open.at(-1);
    return last !== undefined && isOnlyFormula(last);
  }

  /** Closes an element, and what was left open inside it. Gives `''` when none of that name is open. */
  close(name: string): string {
    const refused = this.#refused.size === 0 ? 0 : (this.#refused.get(name) ?? 0);
    if (refused > 0) {
      this.#refused.set(name, refused - 1);
      return '';
    }
    if (this.#open.at(-1)?.name === name) return this.#endAt(this.#open.length - 1);
    return this.has(name) ? this.#endAt(this.#open.findLastIndex((one) => one.name === name)) : '';
  }

  /** Whether an element of that name is open. */
  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  /** Closes everything. */
  closeAll(): string {
    return this.#endAt(0);
  }

  /** Closes the formula up to where HTML stands. */
  #leaveFormula(): string {
    return this.inFormula ? this.#endAt(this.#open.findLastIndex((one) => !isOnlyFormula(one)) + 1) : '';
  }

  #endImplied({ ends, behind }: Implied): string {
    let ended = '';
    for (let at = this.#open.length - 1; at >= 0 && ends.some((name) => this.has(name)); at--) {
      const { name, formula } = this.#open[at] ?? { name: '', formula: false };
      if (ends.includes(name)) ended += this.#endAt(at);
      else if (behind.has(name) && (formula || !isFormula(name))) break;
    }
    return ended;
  }

  /** Ends the elements from one on, which is mostly the innermost. */
  #endAt(index: number): string {
    if (index === this.#open.length - 1) {
      const last = this.#open.pop();
      if (!last) return '';
      this.#counts.set(last.name, (this.#counts.get(last.name) ?? 1) - 1);
      return `</${last.written}>`;
    }
    const ended = this.#open.splice(index).reverse();
    for (const { name } of ended) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    return ended.map(({ written }) => `</${written}>`).join('');
  }
}
