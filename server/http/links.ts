// Creates the links of records (protocol.md §7.1, §7.2).
import type { Link } from '../../contract/grammar/link.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Context } from '../../contract/grammar/schema.ts';
import { isOwnRelation, type Spelling } from '../../contract/names/spelling.ts';
import type { Facts } from './module.ts';

export interface LinkObject {
  href: string;
  embeddable?: true;
  targetHints?: { allow: readonly string[] };
  [property: string]: unknown;
}

export type Links = Record<string, LinkObject[]>;

/** Replaces each placeholder `{name}` of a template with its value for the record. */
type TemplateFunction = (facts: Facts) => string;

interface CompiledLink {
  readonly link: Link;
  readonly href: TemplateFunction;
  readonly properties: readonly (readonly [string, (facts: Facts) => unknown])[];
}

/** The compiled links of a resource, from which the links of each record are created. */
export interface LinkMaker {
  /**
   * Returns the links of a record in a context, limited to the relations that `isRequested` accepts. Target hints of self
   * links are added later. `curies` is added if the relation of a link is defined by the service.
   */
  make(facts: Facts, context: Context, isRequested?: (rel: string) => boolean): Links;
}

/** Compiles the links of a resource in a spelling. `rest` is the URL of the REST root, with which every `href` begins. */
export function linkMaker(resource: Resource, rest: string, spelling: Spelling): LinkMaker {
  const ready = resource.links.map((link) => prepare(link, rest, spelling));
  const curies = spelling.curies(rest);
  return {
    make(facts, context, isRequested = () => true) {
      const links: Record<string, LinkObject[] | object[]> = {};
      let hasOwnRelation = false;
      for (const each of ready) {
        if (!isIncluded(each.link, facts, context)) continue;
        hasOwnRelation ||= isOwnRelation(each.link.rel);
        if (!isRequested(each.link.rel)) continue;
        for (const made of linksOf(each, facts)) {
          const others = links[each.link.rel];
          if (others) others.push(made);
          else links[each.link.rel] = [made];
        }
      }
      if (hasOwnRelation && isRequested('curies')) links.curies = curies;
      return links as Links;
    },
  };
}

function prepare(link: Link, rest: string, spelling: Spelling): CompiledLink {
  const reader = readerOf(link, spelling);
  const properties = Object.entries(link.members ?? {}).map(([name, text]) => [name, property(text, reader)] as const);
  return { link, href: compileTemplate(rest + link.href, reader), properties };
}

type Fact = Facts[string] | undefined;

/**
 * Returns a function that reads the value for a placeholder. A value that the link declares to be a name of the contract is converted to
 * the spelling.
 */
type ReaderOf = (name: string) => (facts: Facts) => Fact;

function readerOf({ names = [] }: Link, spelling: Spelling): ReaderOf {
  return (name) => {
    if (spelling.isNative || !names.includes(name)) return (facts) => facts[name];
    return (facts) => {
      const fact = facts[name];
      return typeof fact === 'string' ? spelling.name(fact) : fact;
    };
  };
}

function isIncluded(link: Link, facts: Facts, context: Context): boolean {
  if (link.contexts && !link.contexts.includes(context)) return false;
  return link.when === undefined || Boolean(facts[link.when]);
}

/** Returns one link, or one for each item of the list that the declaration names in `each`. */
function linksOf(ready: CompiledLink, facts: Facts): LinkObject[] {
  const { each } = ready.link;
  if (each === undefined) return [linkOf(ready, facts)];
  const items = facts[each];
  return Array.isArray(items) ? items.map((one: number | string) => linkOf(ready, { ...facts, [each]: one })) : [];
}

function linkOf({ link, href, properties }: CompiledLink, facts: Facts): LinkObject {
  const made: LinkObject = link.embeddable ? { embeddable: true, href: href(facts) } : { href: href(facts) };
  for (const [name, value] of properties) made[name] = value(facts);
  if (link.mayGet !== undefined) made.targetHints = { allow: facts[link.mayGet] ? ['GET'] : [] };
  return made;
}

/** Returns the value of a link property: a template that consists of one placeholder keeps the type of its value, others become strings. */
function property(text: string, reader: ReaderOf): (facts: Facts) => unknown {
  const factName = /^\{(\w+)\}$/.exec(text)?.[1];
  return factName === undefined ? compileTemplate(text, reader) : reader(factName);
}

function compileTemplate(text: string, reader: ReaderOf): TemplateFunction {
  const [start = '', ...segments] = text.split(/\{(\w+)\}/);
  const placeholders = segments.flatMap((name, at) =>
    at % 2 === 0 ? [{ read: reader(name), following: segments[at + 1] ?? '' }] : [],
  );
  return (facts) => {
    let filled = start;
    for (const { read, following } of placeholders) filled += `${read(facts) ?? ''}${following}`;
    return filled;
  };
}
