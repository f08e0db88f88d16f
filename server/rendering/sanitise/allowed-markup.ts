/** Markup that sanitizing keeps. Elements are keyed by their name in lower case, with the set of their allowed attributes. */
export interface AllowedMarkup {
  /** Name in the documentation. */
  label: string;
  elements: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether `data-…` attributes are allowed. */
  allowsDataAttributes: boolean;
}

/** Attributes of all elements of the large list. */
const sharedAttributes = `class id style title role lang xml:lang dir hidden tabindex aria-controls aria-current aria-describedby
  aria-details aria-expanded aria-hidden aria-label aria-labelledby aria-live`;

const cellAttributes = 'align valign char charoff';

/** Elements of the large list with their additional attributes (rendering.md §10). */
const largeList = `
a: href rel rev name target download
area: alt coords href nohref shape target
audio: autoplay controls loop muted preload src
video: autoplay controls height loop muted playsinline poster preload src width
track: default kind label src srclang
img: alt align border height hspace loading longdesc vspace src usemap width
object: data type
blockquote q: cite
del: datetime
ins: datetime cite
time: datetime
data: value
meter: high low max min optimum value
progress: max value
details: align open name
dialog: closedby open popover autofocus
label: for
button: command commandfor disabled name type value popovertarget popovertargetaction aria-haspopup
textarea: cols rows disabled name readonly
map: name
font: color face size
pre: width
menu: type
ul: type popover
ol: start type reversed
li: align value
table: align bgcolor border cellpadding cellspacing rules summary width
td th: abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width
tr: bgcolor ${cellAttributes}
tbody thead tfoot: ${cellAttributes}
col colgroup: span width ${cellAttributes}
hr: align noshade size width
caption legend figcaption: align
div: align popover
article aside figure footer h1 h2 h3 h4 h5 h6 header hgroup main nav p section span summary: align
address abbr acronym b bdo big br cite code dd dfn dl dt em fieldset i kbd mark rb rp rt rtc ruby s samp search small
strike strong sub sup tt u var wbr:
math: display displaystyle scriptlevel mathcolor mathbackground mathsize overflow alttext
mtext mi mn mrow msqrt mroot mstyle merror mphantom msub msup msubsup mmultiscripts mprescripts mtr semantics
annotation: mathvariant mathcolor mathbackground mathsize displaystyle scriptlevel encoding
mo: accent fence form largeop lspace maxsize minsize movablelimits rspace separator stretchy symmetric mathvariant
ms: lquote rquote mathvariant
mspace mpadded: width height depth lspace voffset
mfrac: linethickness numalign denomalign displaystyle scriptlevel
munder mover munderover: accent accentunder displaystyle scriptlevel
mtable: align columnalign columnlines columnspacing displaystyle frame rowalign rowlines rowspacing width
mtd: columnalign columnspan rowalign rowspan
menclose: notation`;

const smallList = `
a: href title
abbr acronym: title
blockquote q: cite
del: datetime
b cite code em i s strike strong:`;

/** Allowed markup of content, excerpts and footnotes by users without `unfiltered_html` (rendering.md §10, large list). */
export const entryMarkup: AllowedMarkup = {
  label: 'large list',
  elements: parseList(largeList, sharedAttributes),
  allowsDataAttributes: true,
};

/** Allowed markup of titles: the small list (rendering.md §10). */
export const titleMarkup: AllowedMarkup = {
  label: 'small list',
  elements: parseList(smallList, ''),
  allowsDataAttributes: false,
};

/** Allowed markup of comments: the small list, and `span` with a class for mentions. */
export const commentMarkup: AllowedMarkup = {
  label: 'small list and mentions',
  elements: parseList(`${smallList}\nspan: class`, ''),
  allowsDataAttributes: false,
};

/** Allowed markup of descriptions of terms and users, for all authors: the small list, and `rel` and `target` on links. */
export const descriptionMarkup: AllowedMarkup = {
  label: 'small list and link relations',
  elements: parseList(smallList.replace('a: href title', 'a: href title rel target'), ''),
  allowsDataAttributes: false,
};

function parseList(list: string, common: string): ReadonlyMap<string, ReadonlySet<string>> {
  const elements = new Map<string, ReadonlySet<string>>();
  for (const [, names = '', attributes = ''] of list.matchAll(/([^:]+):([^\n]*)\n?/g)) {
    const allowed = new Set(splitWords(`${common} ${attributes}`));
    for (const name of splitWords(names)) elements.set(name, allowed);
  }
  return elements;
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
