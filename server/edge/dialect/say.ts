// Answers in the compatible names.
import { EventLoopYielder } from '../../http/event-loop.ts';
import { type Item, type Json, type Piece, pieceOf } from '../../http/json-text.ts';
import { compatibleRelations, isName, namingMembers, textMembers, toCompatible } from './words.ts';

/** Says answers in the compatible names; addresses below the own REST root become addresses below the other. */
export interface Speaker {
  json(json: Json): Json;
  /** Says the items of a long list one by one, others being served between them, so that `json` finds them said. */
  prepare(json: Json): Promise<void>;
  header(name: string, value: string): readonly [name: string, value: string];
}

/** Makes the speaker; both roots are addresses without a slash at their end. What was said of a piece is kept with it. */
export function makeSpeaker(ownRoot: string, root: string): Speaker {
  const address = (text: string) => toCompatible(text.split(ownRoot).join(root));
  const told = teller(ownRoot, address);
  const said = new WeakMap<Piece, Item>();
  const piece = (own: Piece): Item => {
    const made = said.get(own) ?? pieceOf(told(own.bytes.toString()));
    said.set(own, made);
    return made;
  };
  return {
    json: (json) => (typeof json === 'string' ? told(json) : 'bytes' in json ? piece(json) : json.map(piece)),
    async prepare(json) {
      if (typeof json === 'string' || 'bytes' in json) return;
      const yielder = new EventLoopYielder();
      for (const item of json) {
        piece(item);
        await yielder.turn();
      }
    },
    header: (name, value) => [
      toCompatible(name),
      name === 'Link' || name === 'Location'
        ? address(value).replace('rel="wp:root"', `rel="${compatibleRelations.root}"`)
        : toCompatible(value),
    ],
  };
}

/** Tells JSON anew, as text. */
function teller(ownRoot: string, address: (text: string) => string): (json: string) => string {
  const ofText = (value: string, member: string): string => {
    // `Link` is a header in an envelope or a batch: an address inside it is not at its beginning.
    if (value.startsWith(ownRoot) || member === 'Link') return address(value);
    if (namingMembers.has(member)) return toCompatible(value);
    // The only names in an address of the front end: of types and taxonomies that have no addresses of their own.
    if (/^https?:/.test(value))
      return value.replace(/(?<=[?&](?:post_type|taxonomy)=)\w+/, (type) => (isName(type) ? toCompatible(type) : type));
    return isName(value) ? toCompatible(value) : value;
  };
  const ofObject = (object: object, member: string): object => {
    const isSchema = 'properties' in object;
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        // A site may have given any names to its own meta fields, and their values are its own; a schema tells their names.
        if (member === 'meta' && !(isSchema && 'description' in object))
          return [isName(name) ? toCompatible(name) : name, value];
        // What is wrong is told in our own words, which name parameters.
        const isRefusal = (name === 'message' && 'code' in object) || member === 'params';
        if (isRefusal && typeof value === 'string') return [toCompatible(name), toCompatible(value)];
        // A view configuration is named after its type or taxonomy.
        const isNamedByType = name === 'name' && 'default_view' in object;
        if (typeof value !== 'string' || isNamedByType || !textMembers.has(name))
          return [toCompatible(name), ofValue(value, name)];
        // The title of a schema is a name, alone or with what it is a kind of: `cms_block-revision`.
        return [toCompatible(name), isSchema && name === 'title' ? toCompatible(value) : value];
      }),
    );
  };
  const ofValue = (value: unknown, member: string): unknown => {
    if (typeof value === 'string') return ofText(value, member);
    if (Array.isArray(value)) {
      if (member === 'curies') return [{ name: 'wp', href: compatibleRelations.curies, templated: true }];
      return value.map((each) => ofValue(each, member));
    }
    return value === null || typeof value !== 'object' ? value : ofObject(value, member);
  };
  return (json) => (json === '' ? json : JSON.stringify(ofValue(JSON.parse(json), '')));
}
