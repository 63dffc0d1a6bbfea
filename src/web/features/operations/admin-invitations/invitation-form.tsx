import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { lineLength } from '#shared/fields.ts'
import {
  MAX_INVITATION_DAYS,
  MAX_INVITATION_NOTE,
  MAX_INVITATION_USES,
} from '#shared/accounts/invitations.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useCreateInvitation } from './use-invitations.ts'

const EMPTY = { note: '', maxUses: '1', days: '14' }

/** Makes an invitation: for whom, for how many accounts, and how long. */
export function InvitationForm() {
  const t = useTranslations('adminInvitations')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [values, setValues] = useState(EMPTY)
  const { mutate, isPending } = useCreateInvitation({
    onDone: () => {
      setValues(EMPTY)
      toast({ title: t('created') })
    },
    onFailed: (error) => showFailure(error, { title: t('createFailed'), description: errorText(error) }),
  })
  const maxUses = parseCount(values.maxUses, MAX_INVITATION_USES)
  const days = parseCount(values.days, MAX_INVITATION_DAYS)
  const noteLength = lineLength(values.note)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (maxUses !== null && days !== null && noteLength <= MAX_INVITATION_NOTE && !isPending)
      mutate({ note: values.note.trim(), maxUses, days })
  }
  const input = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: currentTarget.value })),
  })
  const rangeError = (count: number | null, max: number) =>
    count === null ? t('outOfRange', { max }) : undefined
  return (
    <Card className="p-4 md:p-5">
      <form onSubmit={submit} noValidate className="grid gap-4 md:grid-cols-[1fr_140px_140px_auto]">
        <Field
          label={t('note')}
          hint={t('noteHint')}
          optional
          error={
            noteLength > MAX_INVITATION_NOTE ? t('noteTooLong', { max: MAX_INVITATION_NOTE }) : undefined
          }
        >
          <Input {...input('note')} />
        </Field>
        <Field label={t('maxUses')} error={rangeError(maxUses, MAX_INVITATION_USES)}>
          <Input inputMode="numeric" dir="ltr" className="num" {...input('maxUses')} />
        </Field>
        <Field label={t('days')} error={rangeError(days, MAX_INVITATION_DAYS)}>
          <Input inputMode="numeric" dir="ltr" className="num" {...input('days')} />
        </Field>
        <Button
          type="submit"
          variant="action"
          className="max-md:justify-self-start md:mt-[27px] md:self-start"
          disabled={maxUses === null || days === null || noteLength > MAX_INVITATION_NOTE}
          pending={isPending}
        >
          {t('create')}
        </Button>
      </form>
    </Card>
  )
}

/** Returns null unless the text is a whole number from 1 to `max`. */
function parseCount(text: string, max: number): number | null {
  const count = Number(text)
  return text.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= max ? count : null
}
