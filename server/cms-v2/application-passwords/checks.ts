// Checks the restrictions that are submitted for a new application password: its expiry and its namespaces.
import type { Contract } from '../../../contract/contract.ts';
import { nativeSpelling, type Spelling } from '../../../contract/names/spelling.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { type ValidationResult, validationError } from '../../http/parameters/validation-error.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import { type Clock, now } from '../../time/zone.ts';

/** Returns the parameter checks, keyed by their names in the contract. */
export const applicationPasswordChecks = (deps: {
  readonly contract: Contract;
  readonly clock: Clock;
}): Record<string, ParameterCheckFactory> => ({
  future: () => (value) => validateExpiry(String(value), deps.clock),
  'served-namespaces':
    ({ spelling }) =>
    (value) =>
      validateNamespaces([value].flat().map(String), servedNamespaces(deps.contract), spelling),
});

/** Returns the distinct namespaces of all resources, except the empty namespace. */
export const servedNamespaces = ({ resources }: Contract): string[] => [
  ...new Set([...resources.values()].map(({ namespace }) => namespace).filter((name) => name !== '')),
];

/** Validates an expiry in the format `date-time`, which must be in the future. The value of the result is in GMT. */
export function validateExpiry(text: string, clock: Clock): ValidationResult {
  const { gmt } = parseTimestamp(text, '', 'gmt');
  return gmt > now(clock) ? { value: gmt } : validationError('rest_invalid_param', 'expires must be in the future.');
}

/** Validates that all namespaces in `names` are in `served`. Both are native names; the error message contains names in `spelling`. */
export function validateNamespaces(
  names: readonly string[],
  served: readonly string[],
  spelling: Spelling = nativeSpelling,
): ValidationResult {
  if (names.every((name) => served.includes(name))) return { value: names };
  return validationError(
    'rest_not_in_enum',
    `namespaces must contain only values of: ${served.map(spelling.name).join(', ')}.`,
  );
}
