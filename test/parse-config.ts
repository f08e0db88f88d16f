// Parses arguments and environment variables into a configuration, like the commands.
import { type DataConfig, makeDataConfig, makeServeConfig, type ServeConfig } from '../server/config/config.ts';
import { dataOptions, type Environment, readOptions, serveOptions } from '../server/config/options.ts';

/** Returns the configuration of a command that works on the data. Throws ConfigError. */
export const parseDataConfig = (args: readonly string[], env: Environment = {}): DataConfig =>
  makeDataConfig(readOptions(args, dataOptions, env));

/** Returns the configuration of the service. Throws ConfigError. */
export const parseServeConfig = (args: readonly string[], env: Environment = {}): ServeConfig =>
  makeServeConfig(readOptions(args, [...serveOptions, ...dataOptions], env), env);
