// Joins the rules and operations of age-check.
import { type ExtensionServices, everyone, type Room } from 'octavo/extension';
import { checkAge } from './check-age.ts';
import { getSettings } from './get-settings.ts';
import { listAllTerms } from './list-all-terms.ts';
import { listSelectedTerms } from './list-selected-terms.ts';
import { listTerms } from './list-terms.ts';
import { updateSettings } from './update-settings.ts';

const denied = { code: 'age_check_cannot_manage', message: 'Only administrators may manage the age check.' };

export const ageCheckRoom = (services: ExtensionServices): Room => ({
  permissions: {
    everyone,
    'manage-age-check': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : denied) },
  },
  operations: {
    'check-age': checkAge(services),
    'list-terms': listTerms(services),
    'list-selected-terms': listSelectedTerms(services),
    'list-all-terms': listAllTerms(services),
    'get-settings': getSettings(services),
    'update-settings': updateSettings(services),
  },
});
