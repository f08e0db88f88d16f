// An event as others are told it: what has happened to what, never what it says.
import type { Contract } from '../../contract/contract.ts';
import { type ContentType, hasOwnAddresses } from '../../contract/grammar/content-type.ts';
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

/** Makes messages of events; `rest` is the address of the REST root. */
export const makeMessageOf =
  (contract: Contract, rest: string) =>
  ({ kind, at, position, type, subject, status, statusBefore, tags }: SiteEvent): EventMessage => ({
    type: kind,
    timestamp: new Date(at).toISOString(),
    data: {
      ...{ position, kind, type, subject, status, status_before: statusBefore, tags },
      address: addressOf(contract, rest, { kind, type, subject, tags }),
    },
  });

function addressOf(
  { types, taxonomies, events }: Contract,
  rest: string,
  { kind, type, subject, tags }: Pick<SiteEvent, 'kind' | 'type' | 'subject' | 'tags'>,
): string {
  const declared = events.get(kind);
  if (declared) return declared.address === undefined ? '' : rest + filledIn(declared.address, tags);
  const [family] = kind.split('.');
  if (family === 'settings') return type === '' ? `${rest}/cms/v2/settings` : '';
  if (family === 'user' || family === 'comment') return `${rest}/cms/v2/${family}s/${subject}`;
  const served = family === 'term' ? taxonomies.get(type) : addressedByNumber(types.get(type));
  return served ? `${rest}/${served.restNamespace}/${served.restBase}/${subject}` : '';
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
