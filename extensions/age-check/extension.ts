// Keeps visitors who are too young from what is not for them, as far as the front end asks.
import type { Extension } from 'octavo/extension';
import { ageCheck, settings } from './contract.ts';
import { ageCheckRoom } from './room.ts';

export const extension: Extension = {
  name: 'age-check',
  version: '3.0.0',
  title: 'Age check',
  description: 'Tells front ends whether a visitor is old enough for an entry.',
  namespace: 'age-check/v3',
  resources: [ageCheck],
  settings,
  open: (services) => ({ rooms: { 'age-check': ageCheckRoom(services) } }),
};
