// Where records link to, as far as it can be embedded (protocol.md §7.3).
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Links } from './links.ts';
import type { EmbedReader } from './room.ts';

/** The target of one embeddable link. */
export interface Target {
  readonly rel: string;
  /** The place of the link among those of its relation, and how many there are. */
  readonly at: number;
  readonly of: number;
  readonly reader: EmbedReader;
  /** What the reader knows the target by: the number or name in its address, several with slashes between them. */
  readonly value: string;
}

/** Finds the targets among a record's links, in their order. Links to addresses that no reader serves have none. */
export type FindTargets = (links: Links) => readonly Target[];

/** Makes the finder for all readers, in a spelling; addresses begin with the REST root's address. */
export function makeFindTargets(readers: readonly EmbedReader[], rest: string, { path }: Spelling): FindTargets {
  const matchers = readers.map((reader) => ({ reader, match: matcherOf(rest + path(reader.target)) }));
  const find = (href: string): Pick<Target, 'reader' | 'value'> | undefined => {
    for (const { reader, match } of matchers) {
      const value = match(href);
      if (value !== undefined) return { reader, value };
    }
    return undefined;
  };
  return (links) =>
    Object.entries(links).flatMap(([rel, all]) =>
      all.flatMap((link, at): Target[] => {
        const found = link.embeddable ? find(link.href) : undefined;
        return found ? [{ rel, at, of: all.length, ...found }] : [];
      }),
    );
}

/** Takes the value out of addresses of one form: `…/users/<id>`, `…/categories?post=<id>` or `…/<family>/font-faces/<id>`. */
function matcherOf(target: string): (href: string) => string | undefined {
  const before = target.slice(0, target.indexOf('<'));
  const escaped = target.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(
    `^${escaped.replace(/<(\w+)>/g, (_all, part) => (part === 'name' ? '([\\w-]+)' : '(\\d+)'))}$`,
  );
  return (href) => (href.startsWith(before) ? pattern.exec(href)?.slice(1).join('/') : undefined);
}
