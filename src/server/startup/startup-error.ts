/** A start that cannot succeed until the operator acts. The message is one line that says what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** The system's code of a failed call (`ENOENT`, `EADDRINUSE`, a PostgreSQL code …), or `''`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** What an unknown error says, on one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message || codeOf(error) || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
