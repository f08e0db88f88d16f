// GET returns a template.
import type { Call, Operation } from '../../http/module.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { requireTemplate, selectTemplate } from './find-template.ts';

/** Responds with the template of the path; with `source=theme` with the file of the theme, even if a copy of it is stored. */
export function getTemplate(deps: EntryDeps): Operation {
  return {
    async run(call: Call<{ source?: string }>) {
      const type = typeOf(deps.contract, call);
      const found = await requireTemplate(deps, deps.database.read, type, call.path.id ?? '');
      return { kind: 'record', row: selectTemplate(deps, type, found, call.args.source) };
    },
  };
}
