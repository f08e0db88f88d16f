// What texts name by number: pictures, sounds, reusable blocks, navigation, pages and terms. Numbers differ here from those of
// the site that a text comes from.

/** Something that a text names by its number there. */
export type Reference =
  | { readonly kind: 'entry'; readonly number: number }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly number: number };

/** Gives the number here; undefined leaves the text as it is. */
export type Renumber = (reference: Reference) => number | undefined;

/** The attributes of blocks that name an entry. */
const naming: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    image: ['id'],
    cover: ['id'],
    video: ['id'],
    audio: ['id'],
    file: ['id'],
    'media-text': ['mediaId'],
    gallery: ['ids'],
    block: ['ref'],
    navigation: ['ref'],
    'navigation-link': ['id'],
    'navigation-submenu': ['id'],
    'page-list': ['parentPageID'],
  }).map(([name, attributes]) => [name, new Set(attributes)]),
);

/** A text with other numbers. Only they change; the rest stays to the letter. */
export function renumber(text: string, change: Renumber): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, at)) {
    const end = text.indexOf('-->', start);
    if (end < 0) break;
    pieces.push(inMarkup(text.slice(at, start), change), inBlock(text.slice(start, end), change));
    at = end;
  }
  return [...pieces, inMarkup(text.slice(at), change)].join('');
}

const opening = '<!-- wp:';

/** All that a text names. */
export function referencesIn(text: string): Reference[] {
  const found = new Map<string, Reference>();
  renumber(text, (reference) => {
    found.set(Object.values(reference).join(' '), reference);
    return undefined;
  });
  return [...found.values()];
}

function inBlock(comment: string, change: Renumber): string {
  const name = /^<!-- wp:(?:core\/)?([a-z-]+)(?=\s)/.exec(comment)?.[1] ?? '';
  const attributes = naming.get(name);
  const [start, end] = [comment.indexOf('{'), comment.lastIndexOf('}') + 1];
  if (!attributes || start < 0 || end <= start) return comment;
  const json = comment.slice(start, end);
  const refer = referring(json);
  if (!refer) return comment;
  const changed = withNumbers(json, attributes, (number) => change(refer(number)));
  return comment.slice(0, start) + changed + comment.slice(end);
}

/** What the numbers of a block's attributes are: of entries, or for links to terms of a taxonomy. Undefined for attributes that cannot be read. */
function referring(json: string): ((number: number) => Reference) | undefined {
  try {
    const { kind, type } = JSON.parse(json) as { kind?: unknown; type?: unknown };
    if (kind !== 'taxonomy') return (number) => ({ kind: 'entry', number });
    const taxonomy = type === 'tag' ? 'post_tag' : String(type);
    return (number) => ({ kind: 'term', taxonomy, number });
  } catch {
    return undefined;
  }
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;

/** JSON with other numbers at the named attributes, alone or in a list. */
function withNumbers(json: string, names: ReadonlySet<string>, change: (number: number) => number | undefined): string {
  const open: string[] = [];
  let [text, key] = ['', ''];
  return json.replace(tokens, (token) => {
    if (token === '{' || token === '[') open.push(token);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && open.length === 1) key = text;
    else if (token === ',' && open.length === 1) key = '';
    else if (token.startsWith('"')) text = token.slice(1, -1);
    else if (/^\d{1,15}$/.test(token) && names.has(key) && (open.length === 1 || open.join('') === '{['))
      return String(change(Number(token)) ?? token);
    return token;
  });
}

const marks = /\b(wp-image-|wp-att-|attachment_(?:id=)?)(\d{1,15})\b|(\bdata-id=["'])(\d{1,15})(?=["'])/g;
const lists = /\[(?:gallery|playlist)\b[^[\]]{0,2000}\]/g;
const members = /(\b(?:ids|include|exclude)=["']?)([\d,\s]{1,1500})/g;

function inMarkup(text: string, change: Renumber): string {
  const changed = (number: string) => String(change({ kind: 'entry', number: Number(number) }) ?? number);
  return text
    .replace(
      marks,
      (_all, mark: string | undefined, number: string, quoted: string, other: string) =>
        (mark ?? quoted) + changed(mark === undefined ? other : number),
    )
    .replace(lists, (list) =>
      list.replace(members, (_all, name: string, ids: string) => name + ids.replace(/\d{1,15}/g, changed)),
    );
}
