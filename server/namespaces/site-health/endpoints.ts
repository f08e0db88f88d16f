// Binds the endpoints of site health to operations.
import {
  directorySizeFields,
  healthTestFields,
  siteHealthModule,
} from '../../../contract/cms-site-health-v1/site-health.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { getDirectorySizes } from './directory-sizes.ts';
import type { HealthDeps } from './finding.ts';
import {
  backgroundJobs,
  clock,
  diskSpace,
  fileStore,
  httpsStatus,
  loopbackRequests,
  mail,
  pageCache,
  storage,
} from './health-tests.ts';

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
