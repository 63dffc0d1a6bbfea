import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { textLength } from '#shared/fields.ts'
import { MAX_MODERATOR_NOTE, type ModeratedDecision } from '#shared/operations/moderation.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDecideAppeal } from './use-moderation-queue.ts'

type AppealDialogProps = {
  decision: ModeratedDecision
  outcome: 'upheld' | 'reversed'
  /** The note as it was when the dialog was closed. */
  draft: string | undefined
  /** Without a draft the appeal is decided. */
  onClose: (draft?: string) => void
}

/** Confirms the answer to an appeal, with words for the member. */
export function AppealDialog({ decision, outcome, draft, onClose }: AppealDialogProps) {
  const t = useTranslations('moderation')
  const errorText = useErrorText()
  const [note, setNote] = useState(draft ?? '')
  const isReversed = outcome === 'reversed'
  const { mutate, isPending, error } = useDecideAppeal(decision.id, {
    onDone: () => {
      toast({ title: isReversed ? t('reversed') : t('upheld') })
      onClose()
    },
    onFailed: () => {},
  })
  const length = textLength(note)
  return (
    <FormDialog
      title={isReversed ? t('reverseTitle') : t('upholdTitle')}
      description={isReversed ? t('reverseText') : t('upholdText')}
      submit={isReversed ? t('reverse') : t('uphold')}
      isPending={isPending}
      canSubmit={length <= MAX_MODERATOR_NOTE}
      onSubmit={() => mutate({ outcome, note })}
      onClose={() => onClose(note)}
    >
      <Field label={t('noteToMember')} optional count={length} max={MAX_MODERATOR_NOTE}>
        <Textarea rows={3} value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
      </Field>
      {error !== null && (
        <Alert title={t('decideFailed')}>
          <p className="[overflow-wrap:anywhere]">{errorText(error)}</p>
        </Alert>
      )}
    </FormDialog>
  )
}
