// Presents extensions as JSON records (protocol.md §20).
import type { pluginFields } from '../../../contract/cms-v2/plugins.ts';
import type { Presenter } from '../../http/module.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import type { InstalledExtension } from './installed-extension.ts';

type PluginPresenter = Presenter<typeof pluginFields, InstalledExtension, undefined>;

const fields: PluginPresenter['fields'] = {
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

export const pluginPresenter: PluginPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ name }) => ({ plugin: name }),
};
