// What the room of extensions is given.

/** An extension that is at work, as far as people are told of it. */
export interface InstalledExtension {
  readonly name: string;
  readonly version: string;
  /** What people call it. */
  readonly title: string;
  readonly description: string;
  readonly author?: string;
}

/** Sentences of refusal. Which extensions are at work is said by the operator's configuration, and nowhere else. */
export const denials = {
  list: { code: 'rest_cannot_view_plugins', message: 'You may not see the extensions of the site.' },
  read: { code: 'rest_cannot_view_plugin', message: 'You may not see this extension.' },
  install: {
    code: 'rest_cannot_install_plugin',
    message: 'Extensions are not installed by requests; the operator names them in the configuration.',
  },
  manage: { code: 'rest_cannot_manage_plugins', message: 'You may not manage the extensions of the site.' },
  deactivate: {
    code: 'rest_cannot_deactivate_plugin',
    message: 'Extensions are not stopped by requests; the operator names them in the configuration.',
  },
} as const;
