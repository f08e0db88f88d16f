// Defines the state that the steps of creating the demo content share.
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { Service } from '../service.ts';
import { now, toSiteTime } from '../time/zone.ts';
import type { Target } from './references.ts';
import type { StoredImages } from './store-images.ts';

/** The parts of the service that create the demo content. */
export type DemoService = Pick<Service, 'contract' | 'entries' | 'media' | 'settings' | 'clock'>;

/** The transaction that creates the demo content, and the content that it has created so far. */
export interface DemoRun {
  readonly tx: WriteHandle;
  readonly service: DemoService;
  /** The stored files of the images, by name. */
  readonly storedImages: StoredImages;
  /** The created images, entries and terms by key. */
  readonly targets: Map<string, Target>;
  /** The IDs of the created authors by name. */
  readonly authors: Map<string, number>;
  /** The IDs of everything that was created or deleted, by the kind of their events. */
  readonly changes: Map<string, number[]>;
}

/** Records the ID of something that was created or deleted, so that its events are found (discard-events.ts). */
export function recordChange({ changes }: Pick<DemoRun, 'changes'>, eventKind: string, id: number): void {
  changes.set(eventKind, [...(changes.get(eventKind) ?? []), id]);
}

/** Returns a declared content type. */
export const contentType = ({ service: { contract } }: Pick<DemoRun, 'service'>, name: string): ContentType =>
  declared(contract.types.get(name));

/** Returns a declared taxonomy. */
export const taxonomyOf = ({ service: { contract } }: Pick<DemoRun, 'service'>, name: string): Taxonomy =>
  declared(contract.taxonomies.get(name));

function declared<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the contract does not declare a type or taxonomy of the demo content');
  return found;
}

const hourMs = 3_600_000;

/** Returns the time some hours ago, in site time and in GMT. */
export function hoursAgo({ service: { clock, settings } }: Pick<DemoRun, 'service'>, hours: number) {
  const date_gmt = now(() => clock() - hours * hourMs);
  return { date: toSiteTime(date_gmt, settings.values.timezone), date_gmt };
}
