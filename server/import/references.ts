// Finds and replaces the IDs of media, reusable blocks, navigation menus, pages and terms in content, because local IDs differ from
// the IDs on the source site.

/** A reference in content, with its ID on the source site. */
export type Reference =
  | { readonly kind: 'entry'; readonly id: number }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly id: number };

/** Returns the local ID of a reference; undefined leaves the ID in the content unchanged. */
export type MapId = (reference: Reference) => number | undefined;

/** Block attributes that contain IDs of entries, by block name. */
const referencingAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
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

/** Returns content with replaced IDs. Everything else is unchanged, byte for byte. */
export function rewriteIds(text: string, change: MapId): string {
  const fragments: string[] = [];
  let at = 0;
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, at)) {
    const end = text.indexOf('-->', start);
    if (end < 0) break;
    fragments.push(rewriteMarkup(text.slice(at, start), change), rewriteBlock(text.slice(start, end), change));
    at = end;
  }
  return [...fragments, rewriteMarkup(text.slice(at), change)].join('');
}

const opening = '<!-- wp:';

/** Returns the distinct references by ID, to entries and terms, in content. */
export function referencesIn(text: string): Reference[] {
  const found = new Map<string, Reference>();
  rewriteIds(text, (reference) => {
    found.set(Object.values(reference).join(' '), reference);
    return undefined;
  });
  return [...found.values()];
}

function rewriteBlock(comment: string, change: MapId): string {
  const name = /^<!-- wp:(?:core\/)?([a-z-]+)(?=\s)/.exec(comment)?.[1] ?? '';
  const attributes = referencingAttributes.get(name);
  const [start, end] = [comment.indexOf('{'), comment.lastIndexOf('}') + 1];
  if (!attributes || start < 0 || end <= start) return comment;
  const json = comment.slice(start, end);
  const toReference = referenceReader(json);
  if (!toReference) return comment;
  const changed = withIds(json, attributes, (number) => change(toReference(number)));
  return comment.slice(0, start) + changed + comment.slice(end);
}

/**
 * Returns a function that converts an ID in a block's attributes to a reference: to a term if the block links to a term, otherwise
 * to an entry. Returns undefined if the attributes are invalid JSON.
 */
function referenceReader(json: string): ((number: number) => Reference) | undefined {
  try {
    const { kind, type } = JSON.parse(json) as { kind?: unknown; type?: unknown };
    if (kind !== 'taxonomy') return (id) => ({ kind: 'entry', id });
    const taxonomy = type === 'tag' ? 'post_tag' : String(type);
    return (id) => ({ kind: 'term', taxonomy, id });
  } catch {
    return undefined;
  }
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;

/** Replaces the IDs in the named attributes of a JSON object. The value of an attribute is an ID or a list of IDs. */
function withIds(json: string, names: ReadonlySet<string>, change: (number: number) => number | undefined): string {
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

const markupReferences = /\b(wp-image-|wp-att-|attachment_(?:id=)?)(\d{1,15})\b|(\bdata-id=["'])(\d{1,15})(?=["'])/g;
const galleryShortcodes = /\[(?:gallery|playlist)\b[^[\]]{0,2000}\]/g;
const idLists = /(\b(?:ids|include|exclude)=["']?)([\d,\s]{1,1500})/g;

function rewriteMarkup(text: string, change: MapId): string {
  const changed = (number: string) => String(change({ kind: 'entry', id: Number(number) }) ?? number);
  return text
    .replace(
      markupReferences,
      (_all, prefix: string | undefined, number: string, quoted: string, other: string) =>
        (prefix ?? quoted) + changed(prefix === undefined ? other : number),
    )
    .replace(galleryShortcodes, (list) =>
      list.replace(idLists, (_all, name: string, ids: string) => name + ids.replace(/\d{1,15}/g, changed)),
    );
}
