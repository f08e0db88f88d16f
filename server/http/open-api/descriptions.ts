// What operations do, in words: those of lists and records from their names, others as they are declared.
import type { Noun } from '../../../contract/grammar/labels.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { hasTotals, isList } from './answers.ts';
import { hasRecords, nounOf } from './names.ts';

export interface Description {
  /** A few words. */
  readonly summary: string;
  /** Sentences. */
  readonly description: string;
  /** What success responds with. */
  readonly answer: string;
}

/** Describes an operation. */
export function describeOperation(route: BoundRoute, endpoint: BoundEndpoint, method: Method): Description {
  const { operation, description } = endpoint.declared;
  const [verb = '', ...rest] = operation.split('-');
  const said = rest.join(' ');
  const noun = hasRecords(route.resource) ? nounOf(route.resource) : { one: said, many: said };
  const usual = said === '' ? undefined : usualDescription(verb, noun, route, endpoint);
  const own =
    description === undefined ? undefined : { summary: capitalised(operation.replaceAll('-', ' ')), description };
  const { summary, description: told } = own ?? usual ?? plain(operation);
  const isAlias = verb === 'update' && (method === 'PUT' || method === 'PATCH');
  const sameAs = isAlias ? ' `POST` does the same.' : '';
  return { summary, description: told + sameAs, answer: answerOf(route, endpoint, noun) };
}

const plain = (operation: string) => {
  const summary = capitalised(operation.replaceAll('-', ' '));
  return { summary, description: `${summary}.` };
};

type Told = Omit<Description, 'answer'>;

function usualDescription(verb: string, noun: Noun, route: BoundRoute, endpoint: BoundEndpoint): Told | undefined {
  const { one, many } = noun;
  const isRecord = hasRecords(route.resource);
  const isOnlyOne = !isRecord || one === many;
  const a = isOnlyOne ? one : withArticle(one);
  const the = isOnlyOne ? `the ${one}` : a;
  switch (verb) {
    case 'list':
      return {
        summary: `List ${many}`,
        description: hasTotals(route, endpoint)
          ? `Returns the ${many} that match the parameters and that the caller may see; headers tell how many there are.`
          : `Returns the ${many} that the caller may see.`,
      };
    case 'get':
      return { summary: `Get ${a}`, description: `Returns ${isOnlyOne ? the : `one of the ${many}`}.` };
    case 'create':
      return { summary: `Create ${a}`, description: `Creates ${the} and returns it.` };
    case 'save':
      return { summary: `Save ${a}`, description: `Saves ${the} and returns it.` };
    case 'update':
      return {
        summary: `Update ${a}`,
        description: 'Changes what is sent, leaves the rest as it is, and returns the new state.',
      };
    case 'delete': {
      if (endpoint.declared.answers === 'count')
        return { summary: `Delete ${many}`, description: `Deletes all ${many}.` };
      const { description } = (endpoint.parameters.force ?? {}) as { readonly description?: string };
      const forced = description === undefined ? '' : ` With \`force\`: ${description}`;
      return { summary: `Delete ${a}`, description: `Deletes ${the}.${forced}` };
    }
    default:
      return undefined;
  }
}

function answerOf(route: BoundRoute, endpoint: BoundEndpoint, { many }: Noun): string {
  if (!hasRecords(route.resource) || endpoint.declared.answers === 'object') return 'What the request asked for.';
  if (isList(endpoint)) return `Some of the ${many}.`;
  if (endpoint.declared.answers === 'keyed') return `The ${many}, by their names.`;
  return endpoint.declared.operation.startsWith('delete-') ? 'What was deleted.' : `One of the ${many}.`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const withArticle = (one: string): string => `${/^(?:[aeio]|u(?!se|ni))/i.test(one) ? 'an' : 'a'} ${one}`;
