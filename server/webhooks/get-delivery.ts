// GET /octavo/v1/webhooks/<id>/deliveries/<delivery>: returns a delivery.
import type { Operation } from '../http/module.ts';
import type { DeliveryRow } from './deliveries-store.ts';

/** Responds with the delivery. */
export const getDelivery = (): Operation => ({ run: async (_call, row: DeliveryRow) => ({ kind: 'record', row }) });
