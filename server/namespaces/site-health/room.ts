// The room of what the instance can tell of its own state.
import {
  directorySizeFields,
  type healthOperations,
  type healthPermissions,
  healthTestFields,
} from '../../../contract/cms-site-health-v1/site-health.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { backgroundJobs } from './background-jobs.ts';
import { clock } from './clock.ts';
import { diskSpace } from './disk-space.ts';
import { fileStore } from './file-store.ts';
import { getDirectorySizes } from './get-directory-sizes.ts';
import { httpsStatus } from './https-status.ts';
import { loopbackRequests } from './loopback-requests.ts';
import { mail } from './mail.ts';
import { pageCache } from './page-cache.ts';
import type { HealthParts } from './parts.ts';
import { storage } from './storage.ts';

const denied = { code: 'rest_forbidden', message: 'You may not see the state of the instance.' };

/** Joins the room's rule, operations and presenter. The right to see it goes with that to install (protocol.md §20). */
export function siteHealthRoom(parts: HealthParts): Room {
  const permissions: Record<(typeof healthPermissions)[number], Permission> = {
    'view-site-health': { permit: ({ actor }) => (actor.can('install_plugins') ? undefined : denied) },
  };
  const operations: Record<(typeof healthOperations)[number], Operation> = {
    storage: storage(parts),
    'disk-space': diskSpace(parts),
    clock: clock(parts),
    'file-store': fileStore(parts),
    'loopback-requests': loopbackRequests(parts),
    'https-status': httpsStatus(parts),
    'background-jobs': backgroundJobs(parts),
    'page-cache': pageCache(parts),
    mail: mail(parts),
    'get-directory-sizes': getDirectorySizes(parts),
  };
  return { permissions, operations, presenter: plainPresenter(healthTestFields, directorySizeFields) };
}
