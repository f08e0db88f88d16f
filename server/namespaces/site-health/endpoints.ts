// Binds the endpoints of site health to operations.
import {
  directorySizeFields,
  healthTestFields,
  siteHealthModule,
} from '../../../contract/cms-site-health-v1/site-health.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { backgroundJobs } from './background-jobs.ts';
import { clock } from './clock.ts';
import type { HealthDeps } from './deps.ts';
import { diskSpace } from './disk-space.ts';
import { fileStore } from './file-store.ts';
import { getDirectorySizes } from './get-directory-sizes.ts';
import { httpsStatus } from './https-status.ts';
import { loopbackRequests } from './loopback-requests.ts';
import { mail } from './mail.ts';
import { pageCache } from './page-cache.ts';
import { storage } from './storage.ts';

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to view site health.' };

/** Returns the module of site health. Viewing it requires `install_plugins` (protocol.md §20). */
export function siteHealthEndpoints(deps: HealthDeps): Module {
  return implement(siteHealthModule, {
    permissions: {
      'view-site-health': { permit: ({ actor }) => (actor.can('install_plugins') ? undefined : forbiddenError) },
    },
    operations: {
      storage: storage(deps),
      'disk-space': diskSpace(deps),
      clock: clock(deps),
      'file-store': fileStore(deps),
      'loopback-requests': loopbackRequests(deps),
      'https-status': httpsStatus(deps),
      'background-jobs': backgroundJobs(deps),
      'page-cache': pageCache(deps),
      mail: mail(deps),
      'get-directory-sizes': getDirectorySizes(deps),
    },
    presenter: plainPresenter(healthTestFields, directorySizeFields),
  });
}
