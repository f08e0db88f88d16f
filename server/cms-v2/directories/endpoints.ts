// Implements the endpoints of the pattern directory and the block directory (protocol.md §20). Both are always empty.
import {
  directoriesModule,
  directoryBlockFields,
  directoryPatternFields,
} from '../../../contract/cms-v2/directories.ts';
import type { Contract } from '../../../contract/contract.ts';
import { implement } from '../../http/implement.ts';
import { emptyList, type Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { isWriter } from '../users/conditions.ts';

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
      // GET /cms/v2/pattern-directory/patterns: searches the pattern directory.
      /** Responds with an empty list, because Octavo has no pattern directory. */
      'list-directory-patterns': emptyList,

      // GET /cms/v2/block-directory/search: searches the block directory.
      /** Responds with an empty list, because Octavo has no block directory and the API cannot install blocks. */
      'list-directory-blocks': emptyList,
    },
    presenter: plainPresenter(directoryPatternFields, directoryBlockFields),
  });
}
