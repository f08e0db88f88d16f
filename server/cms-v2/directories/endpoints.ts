// Binds the endpoints of the pattern directory and the block directory to their operations (protocol.md §20).
import {
  directoriesModule,
  directoryBlockFields,
  directoryPatternFields,
} from '../../../contract/cms-v2/directories.ts';
import type { Contract } from '../../../contract/contract.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { isWriter } from '../users/conditions.ts';
import { listDirectoryBlocks } from './list-directory-blocks.ts';
import { listDirectoryPatterns } from './list-directory-patterns.ts';

const forbiddenErrors = {
  patterns: {
    code: 'rest_pattern_directory_cannot_view',
    message: 'You are not allowed to browse the pattern directory.',
  },
  blocks: { code: 'rest_block_directory_cannot_view', message: 'You are not allowed to browse the block directory.' },
};

/** Returns the module of the directories. */
export function directoriesEndpoints(contract: Contract): Module {
  return implement(directoriesModule, {
    permissions: {
      'read-pattern-directory': {
        permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenErrors.patterns),
      },
      'read-block-directory': {
        permit: ({ actor }) =>
          actor.can('install_plugins') && actor.can('activate_plugins') ? undefined : forbiddenErrors.blocks,
      },
    },
    operations: {
      'list-directory-patterns': listDirectoryPatterns(),
      'list-directory-blocks': listDirectoryBlocks(),
    },
    presenter: plainPresenter(directoryPatternFields, directoryBlockFields),
  });
}
