// Formats events for webhooks and the live feed. Messages identify the changed resource but do not contain its content.
import type { Contract } from '../../contract/contract.ts';
import { type ContentType, isTopLevelType } from '../../contract/grammar/content-type.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import { historyKind, type SiteEvent } from './event.ts';

/** The message about an event that webhooks and followers of the live feed receive. */
export interface EventMessage {
  readonly type: string;
  /** Time of the event in ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: {
    readonly position: number;
    readonly kind: string;
    readonly type: string;
    readonly subject: number;
    readonly status: string;
    readonly status_before: string;
    readonly tags: readonly string[];
    /** API URL of the resource; empty if it has none. */
    readonly address: string;
  };
}

/** The spelling of names that a subscriber has requested, and the REST URL of the mount that uses it. */
export interface Subscription {
  readonly spelling: Spelling;
  readonly rest: string;
}

/** Returns the message of an event for a subscriber. */
export type MessageOf = (event: SiteEvent, subscription: Subscription) => EventMessage;

/** Returns a function that formats the events of a contract. */
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

/** Returns a tag with the type name in the given spelling. Only tags such as `type:post` contain a type name. */
function spellTag(tag: string, { name }: Spelling): string {
  const prefix = 'type:';
  return tag.startsWith(prefix) ? prefix + name(tag.slice(prefix.length)) : tag;
}

/** Returns the path of an event's resource below the REST root; empty if it has none. */
function pathOf(
  { types, taxonomies, events }: Contract,
  { kind, type, subject, tags }: Pick<SiteEvent, 'kind' | 'type' | 'subject' | 'tags'>,
): string {
  const declared = events.get(kind);
  if (declared) return declared.address === undefined ? '' : fillPlaceholders(declared.address, tags);
  const [resourceGroup] = kind.split('.');
  if (resourceGroup === 'settings') return type === '' ? '/cms/v2/settings' : '';
  if (resourceGroup === 'user' || resourceGroup === 'comment') return `/cms/v2/${resourceGroup}s/${subject}`;
  const resource = resourceGroup === 'term' ? taxonomies.get(type) : typeWithIdUrls(types.get(type));
  return resource ? `/${resource.restNamespace}/${resource.restBase}/${subject}` : '';
}

/** Replaces each placeholder of a path with the value of the tag that has the same name. */
const fillPlaceholders = (pathTemplate: string, tags: readonly string[]): string =>
  pathTemplate.replace(/\{([a-z-]+)\}/g, (_, name: string) => {
    const tag = tags.find((each) => each.startsWith(`${name}:`)) ?? '';
    return encodeURIComponent(tag.slice(name.length + 1));
  });

/** Returns the type if the API URLs of its entries consist of the REST base and an ID; otherwise undefined. */
const typeWithIdUrls = (type: ContentType | undefined): ContentType | undefined =>
  type && isTopLevelType(type) && type.servedAs !== 'templates' ? type : undefined;

/** Returns whether a subscriber with these kinds and types receives an event. An empty list selects all of them. */
export const matchesSubscription = (
  { kind, type }: Pick<SiteEvent, 'kind' | 'type'>,
  kinds: readonly string[],
  types: readonly string[],
): boolean =>
  kind !== historyKind &&
  (kinds.length === 0 || kinds.includes(kind)) &&
  (types.length === 0 || type === '' || types.includes(type));
