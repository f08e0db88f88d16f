// Defines the dependencies of the site index and the namespace indexes.
import type { Call } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';

/** Dependencies of the indexes. */
export interface IndexDeps {
  readonly site: Site;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Returns the name of the active theme; undefined for callers who may not read it. */
  readonly activeTheme: (call: Pick<Call, 'actor'>) => string | undefined;
  /** Returns the URL of the site icon for the image with this ID; empty if there is no such image. */
  readonly iconUrl: (id: number) => Promise<string>;
  /** Fields about image processing, which are presented to callers who may upload files. */
  readonly uploadSettings: object;
  /** URL of the screen on which users authorize applications. */
  readonly authorization: string;
  readonly mounts: Mounts;
}
