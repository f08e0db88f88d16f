// Presents extensions as JSON records (protocol.md §20).
import type { pluginFields } from '../../../contract/cms-v2/plugins.ts';
import type { FieldMaker, Presenter } from '../../http/module.ts';
import { escapeLiteral } from '../../rendering/dynamic/text.ts';
import type { InstalledExtension } from './installed-extension.ts';

const fields: Record<keyof typeof pluginFields, (extension: InstalledExtension) => unknown> = {
  plugin: ({ name }) => name,
  status: () => 'active',
  name: ({ title }) => title,
  plugin_uri: () => '',
  author: ({ author = '' }) => author,
  author_uri: () => '',
  description: ({ description }) => ({ raw: description, rendered: escapeLiteral(description) }),
  version: ({ version }) => version,
  network_only: () => false,
  requires_cms: () => '',
  requires_runtime: () => '',
  textdomain: ({ name }) => name,
};

export const pluginPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ name }: InstalledExtension) => ({ plugin: name }),
};
