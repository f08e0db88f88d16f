// What the indexes are given.
import type { Call } from '../../http/room.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';

export interface IndexParts {
  readonly site: Site;
  readonly settings: Settings;
  readonly clock: Clock;
  /** The name of the active theme, told to those who may see it. */
  readonly activeTheme: (call: Pick<Call, 'actor'>) => string | undefined;
  /** The address of the picture of this number as the site's icon; empty where there is none. */
  readonly iconAddress: (id: number) => Promise<string>;
  /** What those hear who may upload: how pictures are worked on. */
  readonly uploadSettings: object;
  /** The address of the authorization screen. */
  readonly authorization: string;
  /** The routes of the mount that a call came through, known once all modules are joined. */
  readonly tableOf: (call: Pick<Call, 'spelling'>) => RouteTable;
}
