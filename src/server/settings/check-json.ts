import { findJsonError } from '#shared/text/json-error.ts'
import { invalid } from '#server/http/errors.ts'

/** Throws 400 with the line and column of the error for a value that is not JSON. */
export function checkJson(value: string): void {
  const error = findJsonError(value)
  if (!error) return
  const { line, column } = error
  throw invalid([{ path: 'value', key: 'fields.json', values: { line, column } }])
}
