// Defines the extension bmgr: backups of the whole site.
import type { Extension } from 'octavo/extension';
import { router } from './contract.ts';
import { backupsEndpoints } from './endpoints.ts';

export const extension: Extension = {
  name: 'bmgr',
  version: '1.0.0',
  title: 'Backups',
  description: 'Creates and restores backups of the whole site.',
  namespace: 'bmgr-api/v1',
  resources: [router],
  open: ({ site: { backups }, api }) => ({ modules: [backupsEndpoints({ backups, api })] }),
};
