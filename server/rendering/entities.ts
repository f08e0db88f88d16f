/** Names of character references that are kept. Others are text. */
const knownNames: ReadonlySet<string> = new Set(
  `amp lt gt quot apos nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn
  acute micro para middot cedil ordm raquo iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml
  Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
  iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml OElig oelig
  Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo
  dagger Dagger permil lsaquo rsaquo euro fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi
  Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu
  nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv bull hellip prime Prime oline frasl
  weierp image real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla
  isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int sim cong asymp ne equiv le ge sub sup nsub
  sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades clubs hearts diams there4 sup1 sup2
  sup3 frac14 frac12 frac34`.split(/\s+/),
);

const reference = /&(?:#(\d{1,7});|#[xX]([0-9a-fA-F]{1,6});|([A-Za-z][A-Za-z0-9]{1,7});)?/g;
const anyReference = /&[#A-Za-z]/;

/**
 * Returns text in which every `&` is part of a character reference (rendering.md §10 "Text"). Known names and valid code points are
 * kept, decimal numbers get at least three digits (`&#38;` → `&#038;`), and every other `&` becomes `&amp;`.
 */
function normalizeReferences(text: string): string {
  if (!text.includes('&')) return text;
  if (!anyReference.test(text)) return text.replaceAll('&', '&amp;');
  return text.replace(reference, normalizeReference);
}

function normalizeReference(found: string, decimal?: string, hex?: string, name?: string): string {
  if (found === '&') return '&amp;';
  if (name !== undefined) return knownNames.has(name) ? found : `&amp;${found.slice(1)}`;
  const digits = (decimal ?? hex ?? '').replace(/^0+(?=.)/, '');
  if (!isValidCodePoint(Number.parseInt(digits, decimal === undefined ? 16 : 10))) return `&amp;${found.slice(1)}`;
  return decimal === undefined ? `&#x${digits};` : `&#${digits.padStart(3, '0')};`;
}

/** Escapes text for HTML. Character references are normalized, and `<` and `>` become entities. */
export function escapeText(text: string): string {
  return normalizeReferences(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes text for an attribute in double quotes. */
export function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

function isValidCodePoint(code: number): boolean {
  if (code === 0x9 || code === 0xa || code === 0xd) return true;
  return (
    (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
  );
}
