import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Decision } from '#shared/operations/decisions.ts'
import { useReplacementFocus } from '#web/lib/hooks/use-replacement-focus.ts'
import { DescriptionRow } from '#web/ui/description-row.tsx'
import { Card } from '#web/ui/card.tsx'
import { AppealForm } from './appeal-form.tsx'

/** What a moderator decided about the member, why, and what comes next. */
export function DecisionView({ decision }: { decision: Decision }) {
  const t = useTranslations('decision')
  const format = useFormatter()
  const { kind, subjectType: subject, rule, note, snapshot, until, createdAt } = decision
  const texts = {
    removal: t.rich('removal', { subject, b: bold }),
    warning: t.rich('warning', { subject, b: bold }),
    timeout: t.rich('timeout', { subject, b: bold }),
  }
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-6">
        <p className="text-body">{texts[kind]}</p>
        {(snapshot.title ?? snapshot.text) && (
          <blockquote
            dir="auto"
            className="border-s-[3px] border-line-strong ps-3.5 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
          >
            {snapshot.title && <p className="font-bold">{snapshot.title}</p>}
            {snapshot.text}
          </blockquote>
        )}
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 text-ui">
          <DescriptionRow term={t('rule')}>
            <span dir="auto">{rule}</span>
          </DescriptionRow>
          {note && (
            <DescriptionRow term={t('reason')}>
              <span dir="auto" className="whitespace-pre-wrap">
                {note}
              </span>
            </DescriptionRow>
          )}
          {until && (
            <DescriptionRow term={t('until')}>{format.dateTime(new Date(until), 'timestamp')}</DescriptionRow>
          )}
          <DescriptionRow term={t('decidedAt')}>
            {format.dateTime(new Date(createdAt), 'timestamp')}
          </DescriptionRow>
        </dl>
        <p className="text-small">
          <Link
            href="/community"
            className="-my-2.5 inline-flex min-h-(--tap) items-center text-link underline"
          >
            {t('rules')}
          </Link>
        </p>
      </Card>
      <Outcome decision={decision} />
      {decision.canAppeal && <AppealForm decision={decision} />}
    </div>
  )
}

const bold = (chunks: ReactNode) => <strong>{chunks}</strong>

/** The appeal and its answer; what was taken back, or deleted. */
function Outcome({ decision: { kind, appeal, undoneAt, deletedAt } }: { decision: Decision }) {
  const t = useTranslations('decision')
  const format = useFormatter()
  // Sending the appeal removes its form, with the focus.
  const [hadAppeal] = useState(appeal !== null)
  const appealHeading = useReplacementFocus<HTMLHeadingElement>(appeal !== null && !hadAppeal)
  const at = (instant: string) => format.dateTime(new Date(instant), 'timestamp')
  if (!appeal && !undoneAt && !deletedAt) return null
  return (
    <section aria-label={t('next')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {undoneAt && (
        <p className="rounded-control bg-success-soft px-4 py-3 font-semibold text-success">
          {kind === 'removal' ? t('restored', { when: at(undoneAt) }) : t('undone', { when: at(undoneAt) })}
        </p>
      )}
      {deletedAt && <p className="text-small text-ink-2">{t('deleted', { when: at(deletedAt) })}</p>}
      {appeal && (
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-6">
          <h2 ref={appealHeading} tabIndex={-1} className="text-section">
            {t('yourAppeal')}
          </h2>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {appeal.words}
          </p>
          <p className="font-semibold">
            {appeal.outcome === null
              ? t('appealPending')
              : appeal.outcome === 'reversed'
                ? t('reversed')
                : t('upheld')}
          </p>
          {appeal.note && (
            <p dir="auto" className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              {appeal.note}
            </p>
          )}
        </Card>
      )}
    </section>
  )
}
