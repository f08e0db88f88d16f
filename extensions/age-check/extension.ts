// Defines the extension age-check: age restrictions for visitors, which the front end enforces.
import type { Extension } from 'octavo/extension';
import { ageCheck, settings } from './contract.ts';
import { ageCheckEndpoints } from './endpoints.ts';

export const extension: Extension<typeof settings> = {
  name: 'age-check',
  version: '3.0.0',
  title: 'Age check',
  description: 'Lets front ends check whether a visitor is old enough for an entry.',
  namespace: 'age-check/v3',
  resources: [ageCheck],
  settings,
  adminSettings: Object.keys(settings),
  open: (services) => ({ modules: [ageCheckEndpoints(services)] }),
};
