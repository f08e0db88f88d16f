// What is wrong with a configuration.

/** Thrown where the configuration cannot be used; one readable sentence per fault. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault';
}
