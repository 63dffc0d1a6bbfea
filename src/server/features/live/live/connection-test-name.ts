const PREFIX = 'check:'

/** Returns the engine's stream name of a connection test. It differs from every stream, as those are UUIDs. */
export const connectionTestName = (id: string): string => PREFIX + id

/** True if the engine's stream name belongs to a connection test. */
export const isConnectionTestName = (streamId: string): boolean => streamId.startsWith(PREFIX)
