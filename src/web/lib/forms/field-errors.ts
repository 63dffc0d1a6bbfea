import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/api/api-error.ts'

/**
 * Puts what the server found wrong beside the fields it is about, and the focus on the first of them. Says whether
 * that said it all.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly FieldPath<Values>[],
  error: unknown,
): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false
  let isFirst = true
  let isAll = true
  for (const { path, message } of error.fields) {
    const field = fields.find((name) => name === path)
    if (field) form.setError(field, { message }, { shouldFocus: isFirst })
    else isAll = false
    isFirst &&= !field
  }
  return isAll
}
