// Makes, keeps and restores backups of the whole site.
import type { Extension } from 'octavo/extension';
import { router } from './contract.ts';
import { backupsRoom } from './room.ts';

export const extension: Extension = {
  name: 'bmgr',
  version: '1.0.0',
  title: 'Backups',
  description: 'Makes and restores backups of everything that the site has.',
  namespace: 'bmgr-api/v1',
  resources: [router],
  open: ({ backups }) => ({ rooms: { backups: backupsRoom(backups) } }),
};
