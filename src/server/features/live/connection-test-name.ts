const PREFIX = 'check:'

/** What the engine knows a check of a line by. No stream's: theirs are ids. */
export const connectionTestName = (id: string): string => PREFIX + id

/** Whether the engine serves a line that is being checked under this name, which is no stream then. */
export const isConnectionTestName = (streamId: string): boolean => streamId.startsWith(PREFIX)
