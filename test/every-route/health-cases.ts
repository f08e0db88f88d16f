// The state of the instance (protocol.md §20).
import { healthTests } from '../../contract/cms-site-health-v1/site-health.ts';
import { administrators, type Case, everybody } from './row.ts';

const health = '/cms-site-health/v1';
const looking = { of: 'the instance', statuses: administrators, code: 'rest_forbidden' };

/** All cases of the state of the instance. */
export const healthCases: Case[] = [
  { route: `GET ${health}`, of: 'the index', statuses: everybody },
  ...healthTests.map((test) => ({ route: `GET ${health}/tests/${test}`, ...looking })),
  { route: `GET ${health}/directory-sizes`, ...looking },
];
