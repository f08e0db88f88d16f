// Implements the endpoints of age-check.
import { implement, type Module, type Permissions } from 'octavo/extension';
import { checkAge } from './check-age.ts';
import { type AgeCheckEndpoints, ageCheckModule } from './contract.ts';
import { getSettings } from './get-settings.ts';
import { listAllTerms } from './list-all-terms.ts';
import { listSelectedTerms } from './list-selected-terms.ts';
import { listTerms } from './list-terms.ts';
import type { Services } from './settings.ts';
import { updateSettings } from './update-settings.ts';

const forbiddenError = { code: 'age_check_cannot_manage', message: 'You are not allowed to manage the age check.' };

const permissions: Permissions<AgeCheckEndpoints> = {
  'manage-age-check': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

export const ageCheckEndpoints = (services: Services): Module =>
  implement(ageCheckModule, {
    permissions,
    operations: {
      'check-age': checkAge(services),
      'list-terms': listTerms(services),
      'list-selected-terms': listSelectedTerms(services),
      'list-all-terms': listAllTerms(services),
      'get-settings': getSettings(services),
      'update-settings': updateSettings(services),
    },
  });
