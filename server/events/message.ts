// An event as others are told it: what has happened to what, never what it says.
import type { Contract } from '../../contract/contract.ts';
import { type ContentType, hasOwnAddresses } from '../../contract/grammar/content-type.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import type { SiteEvent } from './event.ts';

/** What is sent to webhooks and to who follows events. */
export interface EventMessage {
  readonly type: string;
  /** When it has happened, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: {
    readonly position: number;
    readonly kind: string;
    readonly type: string;
    readonly subject: number;
    readonly status: string;
    readonly status_before: string;
    readonly tags: readonly string[];
    /** Where the API answers with it; empty: it has no address of its own. */
    readonly address: string;
  };
}

/** The spelling of names that a subscriber requested, and the URL of the REST root that uses it. */
export interface Subscription {
  readonly spelling: Spelling;
  readonly rest: string;
}

/** Makes the message of an event for a subscriber. */
export type MessageOf = (event: SiteEvent, subscription: Subscription) => EventMessage;

/** Makes messages of the events of a contract. */
export const makeMessageOf =
  (contract: Contract): MessageOf =>
  ({ kind, at, position, type, subject, status, statusBefore, tags }, { spelling, rest }) => {
    const path = pathOf(contract, { kind, type, subject, tags });
    return {
      type: kind,
      timestamp: new Date(at).toISOString(),
      data: {
        ...{ position, kind, type: spelling.name(type), subject, status, status_before: statusBefore },
        tags: spelling.isNative ? tags : tags.map((tag) => spellTag(tag, spelling)),
        address: path === '' ? '' : rest + spelling.path(path),
      },
    };
  };

/** A tag of a type has its name behind the colon: `type:post`. */
function spellTag(tag: string, { name }: Spelling): string {
  const prefix = 'type:';
  return tag.startsWith(prefix) ? prefix + name(tag.slice(prefix.length)) : tag;
}

/** The path below the REST root at which the subject of an event is; empty: it has none. */
function pathOf(
  { types, taxonomies, events }: Contract,
  { kind, type, subject, tags }: Pick<SiteEvent, 'kind' | 'type' | 'subject' | 'tags'>,
): string {
  const declared = events.get(kind);
  if (declared) return declared.address === undefined ? '' : filledIn(declared.address, tags);
  const [family] = kind.split('.');
  if (family === 'settings') return type === '' ? '/cms/v2/settings' : '';
  if (family === 'user' || family === 'comment') return `/cms/v2/${family}s/${subject}`;
  const served = family === 'term' ? taxonomies.get(type) : addressedByNumber(types.get(type));
  return served ? `/${served.restNamespace}/${served.restBase}/${subject}` : '';
}

/** An address with what the tags name in the place of their words. */
const filledIn = (address: string, tags: readonly string[]): string =>
  address.replace(/\{([a-z-]+)\}/g, (_, word: string) => {
    const tag = tags.find((each) => each.startsWith(`${word}:`)) ?? '';
    return encodeURIComponent(tag.slice(word.length + 1));
  });

/** A type whose entries are addressed by their numbers alone, not by names or below others. */
const addressedByNumber = (type: ContentType | undefined): ContentType | undefined =>
  type && hasOwnAddresses(type) && type.servedAs !== 'templates' ? type : undefined;

/** Whether somebody who named kinds and types is told an event; naming none is naming all. */
export const isWanted = (
  { kind, type }: Pick<SiteEvent, 'kind' | 'type'>,
  kinds: readonly string[],
  types: readonly string[],
): boolean =>
  (kinds.length === 0 || kinds.includes(kind)) && (types.length === 0 || type === '' || types.includes(type));
