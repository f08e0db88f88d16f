// Declares the permission cases of site health (protocol.md §20).
import { siteHealth } from '../../contract/cms-site-health-v1/site-health.ts';
import { administrators, type Case, everybody } from './cases.ts';

const health = '/cms-site-health/v1';
const viewing = { description: 'the instance', statuses: administrators, code: 'rest_forbidden' };

/** All cases of site health. */
export const healthCases: Case[] = [
  { route: `GET ${health}`, description: 'the index', statuses: everybody },
  ...siteHealth.routes.map(({ path }) => ({ route: `GET ${path}`, ...viewing })),
  { route: `GET ${health}/directory-sizes`, ...viewing },
];
