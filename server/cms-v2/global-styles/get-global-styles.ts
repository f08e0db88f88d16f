// GET /cms/v2/global-styles/<id>: returns global styles.
import type { StylesOperations } from './operations.ts';

/** Responds with the record that the permission has loaded. */
export const getGlobalStyles = (): StylesOperations['get-global-styles'] => ({
  run: async (_call, row) => ({ kind: 'record', row }),
});
