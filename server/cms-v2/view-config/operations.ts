// Declares the types of the view configurations: the target of their permission, their operation, and the row that it returns.
import type { ViewConfigEndpoints, viewConfigFields } from '../../../contract/cms-v2/view-config.ts';
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Operations } from '../../http/implement.ts';
import type { PlainRow } from '../../http/plain-presenter.ts';

/** The resource of an editor screen: a content type, a taxonomy, or the site. */
export type ScreenResource =
  | { readonly kind: 'postType'; readonly of: ContentType }
  | { readonly kind: 'taxonomy'; readonly of: Taxonomy }
  /** The identity of the site. Its screen is a form without a list. */
  | { readonly kind: 'root'; readonly of: { readonly name: 'site' } };

/** The target of the permission. */
export type ViewConfigTargets = { 'read-view-config': ScreenResource };

/** The row of a view configuration. */
export type ViewConfigRow = PlainRow<typeof viewConfigFields>;

/** The operations, keyed by their names in the contract. */
export type ViewConfigOperations = Operations<ViewConfigEndpoints, ViewConfigTargets, ViewConfigRow>;
