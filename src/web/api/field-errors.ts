import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/api/api-error.ts'

/**
 * Shows the server's validation errors at their fields, and focuses the first of them. Returns whether all errors
 * belong to a field of the form.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly FieldPath<Values>[],
  error: unknown,
): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false
  let isFirst = true
  let areAllShown = true
  for (const { path, message } of error.fields) {
    const field = fields.find((name) => name === path)
    if (field) form.setError(field, { message }, { shouldFocus: isFirst })
    else areAllShown = false
    isFirst &&= !field
  }
  return areAllShown
}
