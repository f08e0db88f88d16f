// The parts of the API that programs with tools need.

/** The namespace of the tools. */
export const abilitiesNamespace = 'wp-abilities/v1';

/** The namespaces that tools for content need. */
export const toolNamespaces: readonly string[] = [abilitiesNamespace, 'wp/v2'];
