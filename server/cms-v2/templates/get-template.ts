// GET /cms/v2/templates/<id> and GET /cms/v2/template-parts/<id>: return a template.
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { requireTemplate, selectTemplate } from './find-template.ts';
import type { TemplateOperations } from './operations.ts';

/**
 * Responds with the template with the ID in the path. With `source=theme`, responds with the file of the theme even if a copy of it
 * is stored. Throws ApiError 404 `rest_template_not_found` if there is none.
 */
export function getTemplate(deps: EntryDeps): TemplateOperations['get-template'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const found = await requireTemplate(deps, deps.database.read, type, call.path.id ?? '');
      return { kind: 'record', row: selectTemplate(deps, type, found, call.args.source) };
    },
  };
}
