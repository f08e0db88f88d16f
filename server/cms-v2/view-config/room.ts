// The room of how the screens of editors begin.
import { viewConfig, type viewConfigOperations } from '../../../contract/cms-v2/view-config.ts';
import type { Contract } from '../../../contract/contract.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { Operation, Room } from '../../http/room.ts';
import { getViewConfig } from './get-view-config.ts';
import { viewConfigRules } from './permissions.ts';

/** Joins the room's rule, operation and presenter. */
export function viewConfigRoom(contract: Contract): Room {
  const operations: Record<(typeof viewConfigOperations)[number], Operation> = {
    'get-view-config': getViewConfig(),
  };
  return { permissions: viewConfigRules(contract), operations, presenter: plainPresenter(viewConfig.fields) };
}
