// Links of records (protocol.md §7.1, §7.2).
import { isOwnRelation, type Link } from '../../contract/grammar/link.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Context } from '../../contract/grammar/schema.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Facts } from './room.ts';

export interface LinkObject {
  href: string;
  embeddable?: true;
  targetHints?: { allow: readonly string[] };
  [member: string]: unknown;
}

export type Links = Record<string, LinkObject[]>;

/** Fills `{name}` in a text with facts of a record. */
type Filler = (facts: Facts) => string;

interface ReadyLink {
  readonly link: Link;
  readonly href: Filler;
  readonly members: readonly (readonly [string, (facts: Facts) => unknown])[];
}

/** A resource's links, ready to be made for many records. */
export interface LinkMaker {
  /**
   * The links of a record in a context; `wanted` narrows to some relations. Self links get no target hints here.
   * Where a relation of the service's own is among them, `curies` follow.
   */
  make(facts: Facts, context: Context, wanted?: (rel: string) => boolean): Links;
}

/** Prepares the links of a resource in a spelling; addresses begin with the REST root's address. */
export function linkMaker(resource: Resource, rest: string, spelling: Spelling): LinkMaker {
  const ready = resource.links.map((link) => prepare(link, rest, spelling));
  const curies = spelling.curies(rest);
  return {
    make(facts, context, wanted = () => true) {
      const links: Record<string, LinkObject[] | object[]> = {};
      let own = false;
      for (const each of ready) {
        if (!isThere(each.link, facts, context)) continue;
        own ||= isOwnRelation(each.link.rel);
        if (!wanted(each.link.rel)) continue;
        for (const made of linksOf(each, facts)) {
          const others = links[each.link.rel];
          if (others) others.push(made);
          else links[each.link.rel] = [made];
        }
      }
      if (own && wanted('curies')) links.curies = curies;
      return links as Links;
    },
  };
}

function prepare(link: Link, rest: string, spelling: Spelling): ReadyLink {
  const spell = spellFacts(link, spelling);
  const members = Object.entries(link.members ?? {}).map(([name, text]) => [name, member(text, spell)] as const);
  return { link, href: filler(rest + link.href, spell), members };
}

/** Spells a fact, by its name, where it is a name of the contract. */
type SpellFact = (name: string, fact: Facts[string] | undefined) => Facts[string] | undefined;

function spellFacts({ names = [] }: Link, spelling: Spelling): SpellFact {
  if (spelling.isNative || names.length === 0) return (_name, fact) => fact;
  return (name, fact) => (typeof fact === 'string' && names.includes(name) ? spelling.name(fact) : fact);
}

function isThere(link: Link, facts: Facts, context: Context): boolean {
  if (link.contexts && !link.contexts.includes(context)) return false;
  return link.when === undefined || Boolean(facts[link.when]);
}

/** One link, or one for each of what the declaration says. */
function linksOf(ready: ReadyLink, facts: Facts): LinkObject[] {
  const { each } = ready.link;
  if (each === undefined) return [linkOf(ready, facts)];
  const members = facts[each];
  return Array.isArray(members) ? members.map((one: number | string) => linkOf(ready, { ...facts, [each]: one })) : [];
}

function linkOf({ link, href, members }: ReadyLink, facts: Facts): LinkObject {
  const made: LinkObject = link.embeddable ? { embeddable: true, href: href(facts) } : { href: href(facts) };
  for (const [name, value] of members) made[name] = value(facts);
  if (link.mayGet !== undefined) made.targetHints = { allow: facts[link.mayGet] ? ['GET'] : [] };
  return made;
}

/** A member that is one fact keeps the fact's type; any other is text. */
function member(text: string, spell: SpellFact): (facts: Facts) => unknown {
  const alone = /^\{(\w+)\}$/.exec(text)?.[1];
  return alone === undefined ? filler(text, spell) : (facts) => spell(alone, facts[alone]);
}

function filler(text: string, spell: SpellFact): Filler {
  const pieces = text.split(/\{(\w+)\}/);
  if (pieces.length === 1) return () => text;
  return (facts) =>
    pieces.map((piece, at) => (at % 2 === 0 ? piece : String(spell(piece, facts[piece]) ?? ''))).join('');
}
