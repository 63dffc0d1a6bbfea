import { Send } from '#web/ui/icons/send.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { v4 } from 'uuid'
import { ANNOUNCEMENT_LIMITS, isSitePath } from '#shared/operations/announcements.ts'
import { lineLength, textLength } from '#shared/fields.ts'
import { isVisible } from '#shared/text/visible.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Textarea } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AnnouncementPreview } from './announcement-preview.tsx'
import { SendDialog } from './send-dialog.tsx'
import { useSendAnnouncement } from './use-announcements.ts'

const EMPTY = { title: '', text: '', link: '' }
type Values = typeof EMPTY
type FieldName = keyof Values

/** Writes an announcement: its preview, and before it is sent how many members get it. */
export function AnnouncementForm() {
  const t = useTranslations('adminAnnouncements')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [typed, setTyped] = useState(EMPTY)
  const [isConfirming, setIsConfirming] = useState(false)
  // Replaced with each change and after success: a request that is repeated sends nothing twice.
  const key = useRef(v4())
  const { mutate, isPending } = useSendAnnouncement({
    onDone: () => {
      key.current = v4()
      setTyped(EMPTY)
      setIsConfirming(false)
      toast({ title: t('sent') })
    },
    onFailed: (error) => {
      setIsConfirming(false)
      showFailure(error, { title: t('sendFailed'), description: errorText(error) })
    },
  })
  const values = { title: typed.title.trim(), text: typed.text.trim(), link: typed.link.trim() }
  const errors = useErrors(values)
  const canSend = isVisible(values.title) && isVisible(values.text) && !Object.values(errors).some(Boolean)
  const control = (name: FieldName) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      key.current = v4()
      setTyped((before) => ({ ...before, [name]: currentTarget.value }))
    },
  })
  const lengthOf = (name: FieldName) => ({ count: countIn(name, values), max: ANNOUNCEMENT_LIMITS[name] })
  return (
    <Card className="p-4 md:p-5">
      <h2 className="mb-4 font-display text-section font-extrabold">{t('formTitle')}</h2>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend) setIsConfirming(true)
        }}
      >
        <Field label={t('name')} error={errors.title} {...lengthOf('title')}>
          <Input {...control('title')} />
        </Field>
        <Field label={t('text')} error={errors.text} {...lengthOf('text')}>
          <Textarea {...control('text')} />
        </Field>
        <Field label={t('link')} hint={t('linkHint')} error={errors.link} optional>
          <Input dir="ltr" {...control('link')} />
        </Field>
        <AnnouncementPreview {...values} />
        <Button type="submit" variant="action" className="justify-self-start" disabled={!canSend}>
          <Send aria-hidden className="rtl:-scale-x-100" />
          {t('send')}
        </Button>
      </form>
      {isConfirming && (
        <SendDialog
          title={values.title}
          isPending={isPending}
          onClose={() => setIsConfirming(false)}
          onConfirm={() =>
            mutate({ ...values, link: values.link === '' ? null : values.link, idempotencyKey: key.current })
          }
        />
      )}
    </Card>
  )
}

const countIn = (name: FieldName, values: Values) => (name === 'text' ? textLength : lineLength)(values[name])

function useErrors(values: Values): Record<FieldName, string | undefined> {
  const t = useTranslations('adminAnnouncements')
  const tooLong = (name: FieldName) =>
    countIn(name, values) > ANNOUNCEMENT_LIMITS[name]
      ? t('tooLong', { max: ANNOUNCEMENT_LIMITS[name] })
      : undefined
  const isWrong = values.link !== '' && !isSitePath(values.link)
  return {
    title: tooLong('title'),
    text: tooLong('text'),
    link: isWrong ? t('linkInvalid') : tooLong('link'),
  }
}
