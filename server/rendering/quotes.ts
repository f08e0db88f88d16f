const openDouble = '&#8220;';
const closeDouble = '&#8221;';
const openSingle = '&#8216;';
/** A closing single quote and an apostrophe are the same sign. */
const closeSingle = '&#8217;';

/**
 * What a straight quote was found to be. `owed` is decided last: it closes, or is the sign for feet or inches. An apostrophe
 * looks like a closing quote and closes nothing.
 */
type Role = 'open' | 'close' | 'apostrophe' | 'owed';

interface Quote {
  at: number;
  role: Role;
  /** Directly after a digit, where it may be a prime. */
  afterDigit: boolean;
  /** Before a space, the end or closing punctuation, where a quotation may end. */
  mayClose: boolean;
}

// Looked at for every quote, so by their codes.
const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x9 || code === 0xd || code === 0xa || code === 0xa0;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Before the start and after the end of a piece there is nothing. */
const codeAt = (piece: string, at: number): number => (at >= 0 && at < piece.length ? piece.charCodeAt(at) : -1);

/**
 * Turns the straight quotes of one piece of text into opening and closing ones, apostrophes and primes, as numeric
 * entities (rendering.md §2). The piece is judged alone: its edges count as the start and the end of a text.
 */
export function curlQuotes(piece: string): string {
  const singles = piece.includes("'") ? curl(piece, "'", roleOfSingle, openSingle, closeSingle, '&#8242;') : piece;
  if (!singles.includes('"')) return singles;
  return curl(singles, '"', roleOfDouble, openDouble, closeDouble, '&#8243;');
}

function curl(
  piece: string,
  quote: string,
  roleOf: (piece: string, at: number) => Role,
  open: string,
  close: string,
  prime: string,
): string {
  const quotes = findQuotes(piece, quote, roleOf);
  const shown = settle(quotes, piece, open, close, prime);
  const parts: string[] = [];
  let from = 0;
  for (const [index, { at }] of quotes.entries()) {
    if (at > from) parts.push(piece.slice(from, at));
    parts.push(shown[index] ?? '');
    from = at + 1;
  }
  parts.push(piece.slice(from));
  return parts.join('');
}

function findQuotes(piece: string, quote: string, roleOf: (piece: string, at: number) => Role): Quote[] {
  const quotes: Quote[] = [];
  for (let at = piece.indexOf(quote); at >= 0; at = piece.indexOf(quote, at + 1)) {
    quotes.push({
      at,
      role: closesNumber(piece, at, quotes.at(-1)) ? 'close' : roleOf(piece, at),
      afterDigit: isDigit(codeAt(piece, at - 1)),
      mayClose: endsQuotation(piece, at + 1),
    });
  }
  return quotes;
}

const number = /^[0-9][0-9.,]*$/;

/** The second sign of `"42"` and `'0.42'`: a number alone in quotes that stand at the start or after a space. */
function closesNumber(piece: string, at: number, before: Quote | undefined): boolean {
  return before?.role === 'open' && followsSpace(piece, before.at) && number.test(piece.slice(before.at + 1, at));
}

function followsSpace(piece: string, at: number): boolean {
  const before = piece[at - 1];
  if (before === undefined || isSpace(before.charCodeAt(0))) return true;
  return before === ';' && piece.startsWith('&nbsp;', at - 6);
}

function startsAfter(piece: string, at: number, brackets: string): boolean {
  if (followsSpace(piece, at) || brackets.includes(piece[at - 1] ?? ' ')) return true;
  return piece.startsWith('&lt;', at - 4);
}

function isSpaceAt(piece: string, at: number): boolean {
  const next = piece[at];
  return next !== undefined && (isSpace(next.charCodeAt(0)) || (next === '&' && piece.startsWith('&nbsp;', at)));
}

function endsQuotation(piece: string, at: number): boolean {
  const next = piece[at];
  if (next === undefined || '.,:;!?)}-]'.includes(next)) return true;
  return isSpaceAt(piece, at) || (next === '&' && piece.startsWith('&gt;', at));
}

const decade = /^[0-9]{2}(?![0-9%]|[.,][0-9])/;
const endOfQuotedYear = /(?:'|&#8217;)[0-9]{2}$/;
/** No apostrophe stands before these; nor before a space. */
const punctuation = '.,:;!?"\'(){}[]-';

function roleOfSingle(piece: string, at: number): Role {
  const next = piece.slice(at + 1, at + 24);
  if (closesYear(piece, at)) return 'close';
  if (decade.test(next)) return 'apostrophe';
  if (startsAfter(piece, at, '([{"-')) return 'open';
  const following = next[0];
  if (following === undefined || punctuation.includes(following) || isSpaceAt(piece, at + 1)) return 'owed';
  return next.startsWith('&lt;') || next.startsWith('&gt;') ? 'owed' : 'apostrophe';
}

/** The second sign of `'42'`. */
function closesYear(piece: string, at: number): boolean {
  return (
    isDigit(codeAt(piece, at - 1)) &&
    endsQuotation(piece, at + 1) &&
    endOfQuotedYear.test(piece.slice(Math.max(0, at - 9), at))
  );
}

function roleOfDouble(piece: string, at: number): Role {
  if (closesYear(piece, at)) return 'close';
  return startsAfter(piece, at, '([{-') && !isSpaceAt(piece, at + 1) ? 'open' : 'owed';
}

/** Decides the owed quotes, span by span: a span lasts from one opening quote to the next. */
function settle(quotes: Quote[], piece: string, open: string, close: string, prime: string): string[] {
  const shown = quotes.map(({ role }) => (role === 'open' ? open : role === 'owed' ? '' : close));
  let start = 0;
  while (start < quotes.length) {
    const opened = quotes[start]?.role === 'open';
    const first = opened ? start + 1 : start;
    let end = first;
    while (end < quotes.length && quotes[end]?.role !== 'open') end++;
    const span = quotes.slice(first, end);
    const inside = piece.slice((quotes[start]?.at ?? 0) + 1, quotes[end]?.at);
    const isClosed = inside.includes(close) || span.some(({ role }) => role === 'close');
    const closes = opened && !isClosed ? closing(span, piece) : [];
    span.forEach((quote, index) => {
      if (quote.role !== 'owed') return;
      shown[first + index] = closes.includes(quote) || !quote.afterDigit ? close : prime;
    });
    start = end;
  }
  return shown;
}

/** The one quote after a digit that closes the open quotation, if there is need for one. */
function closing(span: Quote[], piece: string): Quote[] {
  const candidates = span.filter(({ role, mayClose }) => role === 'owed' && mayClose);
  if (candidates.length < 2) return candidates;
  if (candidates.some(({ afterDigit }) => !afterDigit)) return [];
  const beforeStop = candidates.findLast(({ at }) => piece[at + 1] === '.');
  return [beforeStop ?? candidates.at(-1)].filter((quote) => quote !== undefined);
}
