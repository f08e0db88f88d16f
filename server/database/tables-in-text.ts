// Finds the names of tables in SQL text. Cached responses do not depend on it: it only checks that the query tree refers to them.

/** A keyword, name, placeholder or punctuation mark of SQL text. */
interface Token {
  /** The keyword in lower case, or the name without its quotation marks. */
  readonly text: string;
  readonly kind: 'word' | 'quoted name' | 'other';
}

const tokenPattern = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"]|"")*)"|([a-z_][\w$]*)|\$\d+|[^\s]/gi;

/** Returns the tokens of SQL text without string literals, of which only a quotation mark remains, and without comments. */
function* tokensOf(text: string): Generator<Token> {
  for (const [token, quoted, word] of text.matchAll(tokenPattern)) {
    if (quoted !== undefined) yield { text: quoted.replaceAll('""', '"'), kind: 'quoted name' };
    else if (word !== undefined) yield { text: word.toLowerCase(), kind: 'word' };
    else if (!token.startsWith('--') && !token.startsWith('/*')) yield { text: token.charAt(0), kind: 'other' };
  }
}

/** The text between two parentheses, or all of it. */
interface Scope {
  /** Whether a table, a subquery or a function may follow. */
  expectsSource: boolean;
  /** Whether a comma is followed by another source of rows. */
  isInFrom: boolean;
  /** Whether the scope contains the arguments of a function with the keyword `from`, as in `extract(epoch from column)`. */
  readonly hasFromArgument: boolean;
  /** The token before the opening parenthesis. */
  readonly opener: Token | undefined;
  /** Name of the common table expression that the scope defines. */
  readonly defines: string | undefined;
  readonly defined: Set<string>;
  isRecursive: boolean;
}

/** Keywords after which a table follows, apart from `update`. */
const beforeTable: ReadonlySet<string> = new Set(['from', 'join', 'into', 'truncate', 'using']);
/** Keywords between those and the table. */
const skippedBeforeTable: ReadonlySet<string> = new Set(['only', 'lateral', 'table']);
/** Keywords after which no table can follow where one was expected. */
const otherThanTable: ReadonlySet<string> = new Set(['select', 'values', 'with', 'set', 'where']);
/** Keywords that end a list of sources. */
const afterSources: ReadonlySet<string> = new Set(
  'select where group having window union intersect except order limit offset fetch for returning set values'.split(
    ' ',
  ),
);
/** Keywords before `update` where it does not begin a statement, as in `for update` and `on conflict do update`. */
const beforeOtherUpdate: ReadonlySet<string> = new Set(['for', 'key', 'do', 'on']);
const functionsWithFrom: ReadonlySet<string> = new Set(['extract', 'overlay', 'substring', 'trim']);

/**
 * Returns the names at the places of tables in SQL text, without their schemas. Names of common table expressions and functions are not
 * included. May also return names of columns, for expressions that contain `from`; it never omits a table.
 */
export function tablesInText(text: string): Set<string> {
  const reader = new TextReader([...tokensOf(text)]);
  return reader.tables();
}

class TextReader {
  readonly #tokens: readonly Token[];
  readonly #found = new Set<string>();
  readonly #scopes: Scope[] = [newScope(undefined)];
  #at = 0;
  /** The token before the parentheses that were closed last. */
  #lastOpener: Token | undefined;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  tables(): Set<string> {
    for (; this.#at < this.#tokens.length; this.#at += 1) this.#read(this.#token(0) as Token);
    return this.#found;
  }

  get #scope(): Scope {
    return this.#scopes.at(-1) as Scope;
  }

  /** Returns a token relative to the current one. */
  #token(offset: number): Token | undefined {
    return this.#tokens[this.#at + offset];
  }

  #is(offset: number, ...texts: string[]): boolean {
    const token = this.#token(offset);
    return token !== undefined && token.kind !== 'quoted name' && texts.includes(token.text);
  }

  #read(token: Token): void {
    const scope = this.#scope;
    if (token.kind === 'other') this.#readMark(token.text);
    else if ((token.kind === 'quoted name' || !this.#readKeyword(token.text)) && scope.expectsSource) {
      scope.expectsSource = false;
      this.#readName();
    }
  }

  #readMark(mark: string): void {
    const scope = this.#scope;
    if (mark === '(') this.#open();
    else if (mark === ')') this.#close();
    else if (mark === ',') scope.expectsSource = scope.isInFrom;
    else if (mark === ';') Object.assign(scope, { expectsSource: false, isInFrom: false });
    else scope.expectsSource = false;
  }

  /** Returns whether a word is a keyword that matters here. */
  #readKeyword(word: string): boolean {
    const scope = this.#scope;
    if (scope.expectsSource && skippedBeforeTable.has(word)) return true;
    if (word === 'with') scope.isRecursive = this.#is(1, 'recursive');
    if (scope.expectsSource && otherThanTable.has(word)) scope.expectsSource = false;
    if (afterSources.has(word)) scope.isInFrom = false;
    if (this.#precedesTable(word)) {
      scope.expectsSource = true;
      scope.isInFrom ||= word !== 'into' && word !== 'update';
      return true;
    }
    return afterSources.has(word) || otherThanTable.has(word);
  }

  #precedesTable(word: string): boolean {
    if (word === 'update') return !this.#is(-1, ...beforeOtherUpdate);
    if (word === 'from' && (this.#is(-1, 'distinct') || this.#scope.hasFromArgument)) return false;
    // `join … using (columns)`
    if (word === 'using') return !this.#is(1, '(');
    return beforeTable.has(word);
  }

  /** Reads the name of a source of rows, which may contain a schema. */
  #readName(): void {
    const isTarget = this.#is(-1, 'into');
    while (this.#is(1, '.') && this.#token(2) !== undefined) this.#at += 2;
    const name = (this.#token(0) as Token).text;
    const isFunction = this.#is(1, '(') && !isTarget;
    if (!isFunction && !this.#scopes.some(({ defined }) => defined.has(name))) this.#found.add(name);
  }

  #open(): void {
    const outer = this.#scope;
    const defines = this.#definedName();
    if (defines !== undefined && outer.isRecursive) outer.defined.add(defines);
    this.#scopes.push({
      ...newScope(this.#token(-1), defines),
      // A join in parentheses.
      expectsSource: outer.expectsSource,
      isInFrom: outer.expectsSource,
    });
    outer.expectsSource = false;
  }

  #close(): void {
    const closed = this.#scopes.pop();
    if (this.#scopes.length === 0) this.#scopes.push(newScope(undefined));
    if (closed?.defines !== undefined) this.#scope.defined.add(closed.defines);
    this.#lastOpener = closed?.opener;
  }

  /** Returns the name of the common table expression whose query the current parenthesis opens: `name as (`, `name (columns) as (`. */
  #definedName(): string | undefined {
    let at = -1;
    if (this.#is(at, 'materialized')) at -= this.#is(at - 1, 'not') ? 2 : 1;
    if (!this.#is(at, 'as')) return undefined;
    const before = this.#is(at - 1, ')') ? this.#lastOpener : this.#token(at - 1);
    return before?.kind === 'other' ? undefined : before?.text;
  }
}

const newScope = (opener: Token | undefined, defines?: string): Scope => ({
  expectsSource: false,
  isInFrom: false,
  hasFromArgument: opener?.kind === 'word' && functionsWithFrom.has(opener.text),
  opener,
  defines,
  defined: new Set(),
  isRecursive: false,
});
