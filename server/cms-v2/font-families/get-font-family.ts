// GET /cms/v2/font-families/<id>: returns a font family.
import type { FontFamilyOperations } from './operations.ts';

/** Responds with the family that the permission has loaded. */
export const getFontFamily = (): FontFamilyOperations['get-font-family'] => ({
  run: async (_call, row) => ({ kind: 'record', row }),
});
