// The room of the catalogues that other services have (protocol.md §20).
import {
  blockDirectory,
  type directoryOperations,
  type directoryPermissions,
  patternDirectory,
} from '../../../contract/cms-v2/directories.ts';
import type { Contract } from '../../../contract/contract.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { isWriter } from '../users/rules.ts';
import { listDirectoryBlocks } from './list-directory-blocks.ts';
import { listDirectoryPatterns } from './list-directory-patterns.ts';

const denials = {
  patterns: { code: 'rest_pattern_directory_cannot_view', message: 'You may not look for patterns.' },
  blocks: { code: 'rest_block_directory_cannot_view', message: 'You may not look for blocks to install.' },
};

/** Joins the room's rules, operations and presenter. */
export function directoriesRoom(contract: Contract): Room {
  const permissions: Record<(typeof directoryPermissions)[number], Permission> = {
    'read-pattern-directory': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : denials.patterns) },
    'read-block-directory': {
      permit: ({ actor }) =>
        actor.can('install_plugins') && actor.can('activate_plugins') ? undefined : denials.blocks,
    },
  };
  const operations: Record<(typeof directoryOperations)[number], Operation> = {
    'list-directory-patterns': listDirectoryPatterns(),
    'list-directory-blocks': listDirectoryBlocks(),
  };
  return { permissions, operations, presenter: plainPresenter(patternDirectory.fields, blockDirectory.fields) };
}
