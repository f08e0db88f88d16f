// POST on the collection: an extension is installed, which nobody may do by a request.

import { refusalOf } from '../../http/permit.ts';
import type { Operation } from '../../http/room.ts';
import { denials } from './parts.ts';

/** Throws Refusal 401 or 403 `rest_cannot_install_plugin`; its rule has done so before. */
export const createPlugin = (): Operation => ({
  async run({ actor }) {
    throw refusalOf(denials.install, actor);
  },
});
