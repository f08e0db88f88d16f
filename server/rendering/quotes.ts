/**
 * Role of a straight quote. An `owed` quote is either a closing quote or a prime (feet or inches); this is decided last. An
 * apostrophe looks like a closing quote but does not end a quotation.
 */
type QuoteRole = 'open' | 'close' | 'apostrophe' | 'owed';

/** A kind of straight quotes and what replaces them. */
interface Marks {
  readonly straight: string;
  readonly open: string;
  readonly close: string;
  readonly prime: string;
  readonly roleOf: (text: string, at: number) => QuoteRole;
}

/** A closing single quote and an apostrophe are the same character. */
const singleMarks: Marks = {
  straight: "'",
  open: '&#8216;',
  close: '&#8217;',
  prime: '&#8242;',
  roleOf: roleOfSingle,
};

const doubleMarks: Marks = {
  straight: '"',
  open: '&#8220;',
  close: '&#8221;',
  prime: '&#8243;',
  roleOf: roleOfDouble,
};

interface Quote {
  at: number;
  role: QuoteRole;
  /** Whether the quote follows a digit, so that it may be a prime. */
  isAfterDigit: boolean;
  /** Whether the quote precedes whitespace, the end or closing punctuation, so that it may end a quotation. */
  canClose: boolean;
}

// These functions run for every quote, so they compare character codes.
const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x9 || code === 0xd || code === 0xa || code === 0xa0;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Returns the character code at a position; -1 outside of the text. */
const codeAt = (text: string, at: number): number => (at >= 0 && at < text.length ? text.charCodeAt(at) : -1);

/**
 * Converts the straight quotes of a text token to opening and closing quotes, apostrophes and primes, as numeric entities
 * (rendering.md §2). Each token is processed separately: its edges are treated like the start and end of the content.
 */
export function curlQuotes(text: string): string {
  const singles = text.includes("'") ? curl(text, singleMarks) : text;
  if (!singles.includes('"')) return singles;
  return curl(singles, doubleMarks);
}

function curl(text: string, marks: Marks): string {
  const quotes = findQuotes(text, marks);
  const replacements = resolveOwed(quotes, text, marks);
  const parts: string[] = [];
  let from = 0;
  for (const [index, { at }] of quotes.entries()) {
    if (at > from) parts.push(text.slice(from, at));
    parts.push(replacements[index] ?? '');
    from = at + 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

function findQuotes(text: string, { straight, roleOf }: Marks): Quote[] {
  const quotes: Quote[] = [];
  for (let at = text.indexOf(straight); at >= 0; at = text.indexOf(straight, at + 1)) {
    quotes.push({
      at,
      role: closesNumber(text, at, quotes.at(-1)) ? 'close' : roleOf(text, at),
      isAfterDigit: isDigit(codeAt(text, at - 1)),
      canClose: endsQuotation(text, at + 1),
    });
  }
  return quotes;
}

const number = /^[0-9][0-9.,]*$/;

/** Whether a quote closes a quoted number, such as `"42"` or `'0.42'`, that is at the start or after whitespace. */
function closesNumber(text: string, at: number, before: Quote | undefined): boolean {
  return before?.role === 'open' && followsSpace(text, before.at) && number.test(text.slice(before.at + 1, at));
}

function followsSpace(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined || isSpace(before.charCodeAt(0))) return true;
  return before === ';' && text.startsWith('&nbsp;', at - 6);
}

function startsAfter(text: string, at: number, brackets: string): boolean {
  if (followsSpace(text, at) || brackets.includes(text[at - 1] ?? ' ')) return true;
  return text.startsWith('&lt;', at - 4);
}

function isSpaceAt(text: string, at: number): boolean {
  const next = text[at];
  return next !== undefined && (isSpace(next.charCodeAt(0)) || (next === '&' && text.startsWith('&nbsp;', at)));
}

function endsQuotation(text: string, at: number): boolean {
  const next = text[at];
  if (next === undefined || '.,:;!?)}-]'.includes(next)) return true;
  return isSpaceAt(text, at) || (next === '&' && text.startsWith('&gt;', at));
}

const decade = /^[0-9]{2}(?![0-9%]|[.,][0-9])/;
const endOfQuotedYear = /(?:'|&#8217;)[0-9]{2}$/;
/** Characters that, like whitespace, cannot follow an apostrophe. */
const punctuation = '.,:;!?"\'(){}[]-';

function roleOfSingle(text: string, at: number): QuoteRole {
  const next = text.slice(at + 1, at + 24);
  if (closesYear(text, at)) return 'close';
  if (decade.test(next)) return 'apostrophe';
  if (startsAfter(text, at, '([{"-')) return 'open';
  const following = next[0];
  if (following === undefined || punctuation.includes(following) || isSpaceAt(text, at + 1)) return 'owed';
  return next.startsWith('&lt;') || next.startsWith('&gt;') ? 'owed' : 'apostrophe';
}

/** Whether a quote closes a quoted year such as `'42'`. */
function closesYear(text: string, at: number): boolean {
  return (
    isDigit(codeAt(text, at - 1)) &&
    endsQuotation(text, at + 1) &&
    endOfQuotedYear.test(text.slice(Math.max(0, at - 9), at))
  );
}

function roleOfDouble(text: string, at: number): QuoteRole {
  if (closesYear(text, at)) return 'close';
  return startsAfter(text, at, '([{-') && !isSpaceAt(text, at + 1) ? 'open' : 'owed';
}

/** Resolves the owed quotes in each span from one opening quote to the next. */
function resolveOwed(quotes: Quote[], text: string, { open, close, prime }: Marks): string[] {
  const replacements = quotes.map(({ role }) => (role === 'open' ? open : role === 'owed' ? '' : close));
  let start = 0;
  while (start < quotes.length) {
    const opened = quotes[start]?.role === 'open';
    const first = opened ? start + 1 : start;
    let end = first;
    while (end < quotes.length && quotes[end]?.role !== 'open') end++;
    const span = quotes.slice(first, end);
    const inside = text.slice((quotes[start]?.at ?? 0) + 1, quotes[end]?.at);
    const isClosed = inside.includes(close) || span.some(({ role }) => role === 'close');
    const closes = opened && !isClosed ? findClosingQuotes(span, text) : [];
    span.forEach((quote, index) => {
      if (quote.role !== 'owed') return;
      replacements[first + index] = closes.includes(quote) || !quote.isAfterDigit ? close : prime;
    });
    start = end;
  }
  return replacements;
}

/** Returns the owed quotes in a span that close the open quotation. */
function findClosingQuotes(span: Quote[], text: string): Quote[] {
  const candidates = span.filter(({ role, canClose }) => role === 'owed' && canClose);
  if (candidates.length < 2) return candidates;
  if (candidates.some(({ isAfterDigit }) => !isAfterDigit)) return [];
  const beforeStop = candidates.findLast(({ at }) => text[at + 1] === '.');
  return [beforeStop ?? candidates.at(-1)].filter((quote) => quote !== undefined);
}
