/** Errors of the database's connections: their codes are those of any socket, such as one to a mail server. */
const connectionErrors = new WeakSet<Error>()

/** Called for each error with which a call of the database's library ends. */
export function recordConnectionError(error: unknown): void {
  if (error instanceof Error) connectionErrors.add(error)
}

export const isConnectionError = (error: Error): boolean => connectionErrors.has(error)
