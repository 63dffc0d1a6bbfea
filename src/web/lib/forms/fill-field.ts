import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getFieldState' | 'setValue' | 'trigger'>

/** Fills a field by code as typing does: an error that the new value does not have disappears. */
export function fillField<Values extends FieldValues, Name extends Path<Values>>(
  form: Form<Values>,
  name: Name,
  value: PathValue<Values, Name>,
): void {
  form.setValue(name, value, { shouldDirty: true })
  if (form.getFieldState(name).error) void form.trigger(name)
}
