// GET /octavo/v1/webhooks/<id>/deliveries/<delivery>: returns a delivery.
import type { DeliveryOperations } from './operations.ts';
import { requireDelivery } from './permissions.ts';

/** Responds with the delivery. */
export const getDelivery = (): DeliveryOperations['get-delivery'] => ({
  run: async (_call, delivery) => ({ kind: 'record', row: requireDelivery(delivery) }),
});
