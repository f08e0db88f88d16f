// Reads the data with which the site editor starts.
import { send } from '../client.ts';

/** The data with which the site editor starts. */
export interface SiteEditorData {
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Reads the data with which the site editor starts. Throws ApiError. */
export const readSiteEditor = async (): Promise<SiteEditorData> =>
  (await send<SiteEditorData>('/octavo/v1/site-editor')).data;
