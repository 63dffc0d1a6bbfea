import { type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import {
  type CaseDetails,
  MAX_MODERATOR_NOTE,
  type ModerationAction,
  TIMEOUT_SECONDS,
} from '#shared/operations/moderation.ts'
import { textLength } from '#shared/fields.ts'
import { useRules } from '#web/features/accounts/shared/safety/use-rules.ts'
import { RuleChoice } from '#web/features/accounts/shared/safety/rule-choice.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, Textarea } from '#web/ui/forms/input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useDecide } from './use-moderation-queue.ts'

/** A decision as far as it was filled in. */
export type DecisionDraft = { rule: string | null; note: string; seconds: (typeof TIMEOUT_SECONDS)[number] }

type DecideDialogProps = {
  details: CaseDetails
  action: ModerationAction
  /** The input from before the dialog was closed. */
  draft: DecisionDraft | undefined
  /** The link to the queue, which has the focus after a decision: the button that opened the dialog may be gone. */
  backLink: RefObject<HTMLAnchorElement | null>
  /** Without a draft the case is decided. */
  onClose: (draft?: DecisionDraft) => void
}

/** Confirms a decision, with the rule and the message for the member. A refusal keeps what was typed. */
export function DecideDialog({ details, action, draft, backLink, onClose }: DecideDialogProps) {
  const t = useTranslations('moderation')
  const errorText = useErrorText()
  const texts = useTexts(action, details.heldWord !== null)
  const needsRule = action !== 'dismiss' && action !== 'hand_over'
  const reported = details.reasons.find((each) => each.rule !== null)?.rule ?? null
  const [rule, setRule] = useState(draft ? draft.rule : reported)
  const [note, setNote] = useState(draft?.note ?? '')
  const [seconds, setSeconds] = useState(draft?.seconds ?? TIMEOUT_SECONDS[1])
  const isDecided = useRef(false)
  const { mutate, isPending, error } = useDecide(details.id, {
    onDone: () => {
      isDecided.current = true
      toast({ title: texts.done })
      onClose()
    },
    onFailed: () => {},
  })
  const length = textLength(note)
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      submit={texts.submit}
      isPending={isPending}
      isDangerous={action === 'remove'}
      canSubmit={length <= MAX_MODERATOR_NOTE && !(needsRule && rule === null)}
      onSubmit={() =>
        mutate({
          action,
          state: details.state,
          note,
          ...(needsRule && rule !== null && { rule }),
          ...(action === 'timeout' && { seconds }),
        })
      }
      onClose={() => onClose({ rule, note, seconds })}
      findReturnFocus={() => (isDecided.current ? backLink.current : null)}
    >
      {needsRule && <Rules value={rule} onChange={setRule} />}
      {action === 'timeout' && <Duration value={seconds} onChange={setSeconds} />}
      <Field
        label={needsRule ? t('noteToMember') : t('note')}
        optional
        hint={needsRule ? t('noteToMemberHint') : t('noteHint')}
        count={length}
        max={MAX_MODERATOR_NOTE}
      >
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

function useTexts(action: ModerationAction, isHeld: boolean) {
  const t = useTranslations('moderation')
  return {
    dismiss: isHeld
      ? { title: t('approveTitle'), text: t('approveText'), submit: t('approve'), done: t('approved') }
      : { title: t('dismissTitle'), text: t('dismissText'), submit: t('dismiss'), done: t('dismissed') },
    remove: { title: t('removeTitle'), text: t('removeText'), submit: t('remove'), done: t('removed') },
    warn: { title: t('warnTitle'), text: t('warnText'), submit: t('warn'), done: t('warned') },
    timeout: { title: t('timeoutTitle'), text: t('timeoutText'), submit: t('timeout'), done: t('timedOut') },
    hand_over: {
      title: t('handOverTitle'),
      text: t('handOverText'),
      submit: t('handOver'),
      done: t('handOverDone'),
    },
  }[action]
}

function Rules({ value, onChange }: { value: string | null; onChange: (rule: string) => void }) {
  const t = useTranslations('moderation')
  const report = useTranslations('report')
  const rules = useRules()
  if (rules.data)
    return <RuleChoice legend={t('rule')} rules={rules.data} value={value} onChange={onChange} />
  return rules.error ? <LoadFailed title={report('rulesFailed')} query={rules} /> : <SkeletonRows />
}

type DurationProps = {
  value: (typeof TIMEOUT_SECONDS)[number]
  onChange: (value: (typeof TIMEOUT_SECONDS)[number]) => void
}

function Duration({ value, onChange }: DurationProps) {
  const t = useTranslations('moderation')
  const names = [t('hour'), t('day'), t('week'), t('month')]
  return (
    <Field label={t('duration')}>
      <Select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = TIMEOUT_SECONDS.find((each) => String(each) === currentTarget.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {TIMEOUT_SECONDS.map((each, index) => (
          <option key={each} value={each}>
            {names[index]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
