/** The app cannot start until the operator acts. The message is one line that says what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** There is no database at the moment: the app that has it does not run, or its server does not respond. */
export class DatabaseUnavailable extends StartupError {}

/** Returns an error's `code` (`ENOENT`, `EADDRINUSE`, an SQLSTATE …), or `''` if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns an error's message on one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message || codeOf(error) || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
