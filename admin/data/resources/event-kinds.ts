// Reads the kinds of events that webhooks and the live feed deliver.
import { useQuery } from '@tanstack/react-query';
import { serviceText } from '../../ui/service-text.ts';
import { send } from '../client.ts';

/** A kind of events. */
export interface EventKind {
  readonly kind: string;
  readonly description: string;
  /** The capability that receiving the event needs; null for none. */
  readonly capability: string | null;
  /** Whether the user may receive the event. */
  readonly permitted: boolean;
}

/** Reads all kinds of events once. */
export const useEventKinds = () =>
  useQuery({
    queryKey: ['event-kinds'],
    queryFn: async ({ signal }) => {
      const { data } = await send<readonly EventKind[]>('/octavo/v1/event-kinds', { signal });
      return data.map((each) => ({ ...each, description: serviceText(each.description) }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
