// Resolves the embeddable links of records to the readers of their targets (protocol.md §7.3).
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Links } from './links.ts';
import type { EmbedReader } from './module.ts';

/** The target of one embeddable link. */
export interface Target {
  readonly rel: string;
  /** The index of the link among those of its relation, and their number. */
  readonly index: number;
  readonly linkCount: number;
  readonly reader: EmbedReader;
  /** The key of the target for the reader: the ID or name in its URL, or several of them joined with slashes. */
  readonly value: string;
}

/** Returns the targets of a record's embeddable links, in the order of the links. Links whose URL matches no `EmbedReader` are omitted. */
export type FindTargets = (links: Links) => readonly Target[];

/** Creates the lookup for all readers, for one spelling. `rest` is the URL of the REST root, with which all links begin. */
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
        return found ? [{ rel, index: at, linkCount: all.length, ...found }] : [];
      }),
    );
}

/**
 * Returns a function that extracts the key from matching URLs, such as `…/users/<id>`, `…/categories?post=<id>` or
 * `…/<family>/font-faces/<id>`.
 */
function matcherOf(target: string): (href: string) => string | undefined {
  const before = target.slice(0, target.indexOf('<'));
  const escaped = target.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(
    `^${escaped.replace(/<(\w+)>/g, (_all, part) => (part === 'name' ? '([\\w-]+)' : '(\\d+)'))}$`,
  );
  return (href) => (href.startsWith(before) ? pattern.exec(href)?.slice(1).join('/') : undefined);
}
