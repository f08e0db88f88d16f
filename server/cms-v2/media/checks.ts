// Checks the parameters of media (media-fonts-and-oembed.md, A9, A11).
import { maxModifiers } from '../../../contract/cms-v2/media-work.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { isObject } from '../../http/parameters/conversions.ts';
import { type ValidationResult, validationError, wrongTypeError } from '../../http/parameters/validation-error.ts';
import type { MediaDeps } from './deps.ts';
import { fetchableCheck } from './fetch-file.ts';
import { imageSizeValues, sizeNames } from './size-names.ts';
import { mediaType } from './store.ts';

/**
 * Returns the parameter checks of media, keyed by the names that the contract uses. The check of statuses first
 * rejects statuses that the caller may not list, then unknown ones.
 */
export function mediaChecks(deps: MediaDeps): Record<string, ParameterCheckFactory> {
  const { contract } = deps.entries;
  return {
    'fetchable-url': fetchableCheck(deps),
    'image-size': () => imageSize,
    modifiers: () => (value, name, schema) => check({ ...schema, maxItems: maxModifiers }, value, name),
    'sub-sizes': () => (value, name, schema) => {
      const result = check(schema, value, name);
      if ('error' in result) return result;
      for (const [at, each] of [result.value].flat().entries()) {
        const size = imageSize(isObject(each) ? each.image_size : undefined, `${name}[${at}][image_size]`);
        if ('error' in size) return size;
      }
      return result;
    },
    'listable-media-states':
      ({ actor }) =>
      (value, name, schema) => {
        const type = contract.types.get(mediaType);
        const statuses = check({ type: 'array', items: { type: 'string' } }, value, name);
        if ('error' in statuses || !type) return statuses;
        const mayList = (state: string) =>
          state === 'inherit' ||
          state === '' ||
          actor.can(type.rights.edit) ||
          (state === 'private' && actor.can(type.rights.readPrivate));
        const requested = [statuses.value]
          .flat()
          .map(String)
          .filter((state) => state !== '');
        if (requested.every(mayList)) return check(schema, requested, name);
        return validationError('rest_forbidden_status', 'You are not allowed to list files with this status.', {
          status: isSignedIn(actor) ? 403 : 401,
        });
      },
  };
}

/**
 * Validates `image_size`: the name of a size, of a main file or of a supplementary file, or a list of the sizes for which one file
 * is used (A11).
 */
function imageSize(value: unknown, name: string): ValidationResult {
  if (typeof value === 'string') return checkName(value, name, imageSizeValues);
  if (!Array.isArray(value)) return wrongTypeError(name, ['string', 'array']);
  if (value.length === 0) return validationError('rest_too_few_items', `${name} must contain at least one size.`);
  for (const [at, each] of value.entries()) {
    const result =
      typeof each === 'string' ? checkName(each, name, sizeNames) : wrongTypeError(`${name}[${at}]`, 'string');
    if ('error' in result) return result;
  }
  return { value };
}

function checkName(value: string, name: string, known: readonly string[]): ValidationResult {
  if (value === '') return validationError('rest_too_short', `${name} must not be empty.`);
  return known.includes(value)
    ? { value }
    : validationError('rest_not_in_enum', `${name} must be one of ${known.join(', ')}.`);
}
