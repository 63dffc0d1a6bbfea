import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type Decision, MAX_APPEAL_WORDS } from '#shared/operations/decisions.ts'
import { textLength } from '#shared/fields.ts'
import { isVisible } from '#shared/text/visible.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useAppeal } from './use-decision.ts'

/** Appeals a decision, once. A refused appeal keeps what was typed. */
export function AppealForm({ decision: { id } }: { decision: Decision }) {
  const t = useTranslations('decision')
  const errorText = useErrorText()
  const [words, setWords] = useState('')
  const { mutate, isPending, error } = useAppeal(id)
  const length = textLength(words)
  const canSend = isVisible(words) && length <= MAX_APPEAL_WORDS
  return (
    <Card className="p-4 md:p-6">
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend && !isPending)
            mutate(words, { onSuccess: () => void toast({ title: t('appealSent') }) })
        }}
      >
        <h2 className="text-section">{t('appealTitle')}</h2>
        <p className="text-ink-2">{t('appealText')}</p>
        <Field label={t('appealLabel')} count={length} max={MAX_APPEAL_WORDS}>
          <Textarea rows={5} value={words} onChange={({ currentTarget }) => setWords(currentTarget.value)} />
        </Field>
        {error && (
          <Alert title={t('appealFailed')}>
            <p className="[overflow-wrap:anywhere]">{errorText(error)}</p>
          </Alert>
        )}
        <div>
          <Button type="submit" variant="action" pending={isPending} disabled={!canSend}>
            {t('appeal')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
