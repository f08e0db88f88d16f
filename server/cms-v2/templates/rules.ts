// Who may do what with templates (templates-and-styles.md §3).
import type { Denial } from '../../http/room.ts';

/** Whoever writes entries of some type may read templates; those who may change the theme change them. */
export const cannotManage: Denial = {
  code: 'rest_cannot_manage_templates',
  message: 'You may not do this with templates.',
};
