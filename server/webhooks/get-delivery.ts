// GET on a delivery.
import type { Operation } from '../http/room.ts';
import type { DeliveryRow } from './deliveries-store.ts';

/** Answers with it. */
export const getDelivery = (): Operation => ({ run: async (_call, row: DeliveryRow) => ({ kind: 'record', row }) });
