import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { textLength } from '#shared/fields.ts'
import {
  MAX_REPORT_WORDS,
  OTHER_REASON,
  type ReportSubject,
  createReport,
} from '#shared/operations/reports.ts'
import { isVisible } from '#shared/text/visible.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { RuleChoice } from './rule-choice.tsx'
import { useRules } from './use-rules.ts'

export type Reported = {
  subjectType: ReportSubject
  subjectId: string
  /** The author or owner of the reported content. */
  name: string
  /** The position in a video, in seconds. */
  atSeconds?: number | undefined
}

/** Reports something to the moderators: the rule that it breaks, and words if the reporter wants. */
export function ReportDialog({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const t = useTranslations('report')
  const errorText = useErrorText()
  const [reason, setReason] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const rules = useRules()
  const { subjectType, subjectId, name, atSeconds } = reported
  const needsWords = reason === OTHER_REASON
  const length = textLength(words)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(createReport, {
        body: {
          subjectType,
          subjectId,
          reason: reason ?? '',
          words,
          ...(atSeconds !== undefined && { atSeconds }),
        },
      }),
    onSuccess: () => {
      toast({ title: t('sent'), description: t('sentText') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t.rich('title', { subject: subjectType, name, b: (text) => <bdi>{text}</bdi> })}
      description={t('text')}
      submit={t('send')}
      pendingText={t('sending')}
      isPending={isPending}
      canSubmit={reason !== null && length <= MAX_REPORT_WORDS && !(needsWords && !isVisible(words))}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      {rules.data ? (
        <RuleChoice
          legend={t('reason')}
          rules={rules.data}
          other={t('other')}
          value={reason}
          onChange={setReason}
        />
      ) : rules.error ? (
        <LoadFailed title={t('rulesFailed')} query={rules} />
      ) : (
        <SkeletonRows />
      )}
      <Field
        label={t('details')}
        optional={!needsWords}
        hint={t('detailsHint')}
        count={length}
        max={MAX_REPORT_WORDS}
      >
        <Textarea rows={3} value={words} onChange={({ currentTarget }) => setWords(currentTarget.value)} />
      </Field>
      {error && (
        <Alert title={t('failed')}>
          <p className="[overflow-wrap:anywhere]">{errorText(error)}</p>
        </Alert>
      )}
    </FormDialog>
  )
}
