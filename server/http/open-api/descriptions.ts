// Describes operations: those on lists and records by their names, others by their declarations.
import type { Noun } from '../../../contract/grammar/labels.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { hasRecords, nounOf } from './names.ts';
import { hasTotals, isList } from './response-types.ts';

export interface Description {
  /** A short summary. */
  readonly summary: string;
  /** The description, in sentences. */
  readonly description: string;
  /** The description of the successful response. */
  readonly responseDescription: string;
}

/** Describes an operation. */
export function describeOperation(route: BoundRoute, endpoint: BoundEndpoint, method: Method): Description {
  const { operation, description } = endpoint.declared;
  const [verb = '', ...rest] = operation.split('-');
  const objectName = rest.join(' ');
  const noun = hasRecords(route.resource) ? nounOf(route.resource) : { one: objectName, many: objectName };
  const standard = objectName === '' ? undefined : standardDescription(verb, noun, route, endpoint);
  const declared =
    description === undefined ? undefined : { summary: capitalize(operation.replaceAll('-', ' ')), description };
  const { summary, description: text } = declared ?? standard ?? plain(operation);
  const isAlias = verb === 'update' && (method === 'PUT' || method === 'PATCH');
  const sameAs = isAlias ? ' `POST` does the same.' : '';
  return { summary, description: text + sameAs, responseDescription: describeResponse(route, endpoint, noun) };
}

const plain = (operation: string) => {
  const summary = capitalize(operation.replaceAll('-', ' '));
  return { summary, description: `${summary}.` };
};

type OperationText = Omit<Description, 'responseDescription'>;

function standardDescription(
  verb: string,
  noun: Noun,
  route: BoundRoute,
  endpoint: BoundEndpoint,
): OperationText | undefined {
  const { one, many } = noun;
  const isRecord = hasRecords(route.resource);
  const isSingleton = !isRecord || one === many;
  const withIndefinite = isSingleton ? one : withArticle(one);
  const withDefinite = isSingleton ? `the ${one}` : withIndefinite;
  switch (verb) {
    case 'list':
      return {
        summary: `List ${many}`,
        description: hasTotals(route, endpoint)
          ? `Returns the ${many} that match the parameters and are visible to the caller. Response headers contain the total number of items and pages.`
          : `Returns the ${many} that are visible to the caller.`,
      };
    case 'get':
      return {
        summary: `Get ${withIndefinite}`,
        description: `Returns ${isSingleton ? withDefinite : `one of the ${many}`}.`,
      };
    case 'create':
      return { summary: `Create ${withIndefinite}`, description: `Creates ${withDefinite} and returns it.` };
    case 'save':
      return { summary: `Save ${withIndefinite}`, description: `Saves ${withDefinite} and returns it.` };
    case 'update':
      return {
        summary: `Update ${withIndefinite}`,
        description: 'Updates the submitted fields, leaves the others unchanged, and returns the result.',
      };
    case 'delete': {
      if (endpoint.declared.answers === 'count')
        return { summary: `Delete ${many}`, description: `Deletes all ${many}.` };
      const { description } = (endpoint.parameters.force ?? {}) as { readonly description?: string };
      const forced = description === undefined ? '' : ` With \`force\`: ${description}`;
      return { summary: `Delete ${withIndefinite}`, description: `Deletes ${withDefinite}.${forced}` };
    }
    default:
      return undefined;
  }
}

function describeResponse(route: BoundRoute, endpoint: BoundEndpoint, { many }: Noun): string {
  if (!hasRecords(route.resource) || endpoint.declared.answers === 'object') return 'The requested data.';
  if (isList(endpoint)) return `A list of ${many}.`;
  if (endpoint.declared.answers === 'keyed') return `The ${many}, keyed by name.`;
  return endpoint.declared.operation.startsWith('delete-') ? 'The deleted record.' : `One of the ${many}.`;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const withArticle = (one: string): string => `${/^(?:[aeio]|u(?!se|ni))/i.test(one) ? 'an' : 'a'} ${one}`;
