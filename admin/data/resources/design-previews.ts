// Creates previews of unsaved changes of the design: URLs at which the public pages are displayed with them.
import { send } from '../client.ts';

/** A changed content of a record. */
interface ChangedContent<Id> {
  readonly id: Id;
  readonly content: string;
}

/** Unsaved changes of the design, as the route accepts them. */
export interface DesignChanges {
  readonly templates: readonly ChangedContent<string>[];
  readonly template_parts: readonly ChangedContent<string>[];
  readonly blocks: readonly ChangedContent<number>[];
  readonly navigation: readonly ChangedContent<number>[];
  readonly global_styles?: { readonly id: number; readonly settings?: object; readonly styles?: object };
}

/** A preview of changes of the design. */
export interface DesignPreview {
  /** The URL of the home page with the changes. */
  readonly link: string;
}

/** Creates a preview, which is valid for an hour. Throws ApiError. */
export const createDesignPreview = async (body: DesignChanges): Promise<DesignPreview> =>
  (await send<DesignPreview>('/octavo/v1/design-previews', { method: 'POST', body })).data;
