// Names what a start can wait for, in the log and in responses to probes.

/**
 * An obstacle for which a start waits: the file store, the database, the first read of its log of changes, another process that migrates it, a
 * migration by this process, or the rest of the start.
 */
export type StartObstacle = 'file-store' | 'database' | 'change-log' | 'other-migration' | 'migration' | 'start';
