import { Check } from '#web/ui/icons/check.tsx'
import { Target } from '#web/ui/icons/target.tsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { useIsSandbox } from '#web/api/site.ts'
import { useRoundMoney } from '#web/features/notifications/shared/money/money.ts'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'

type TipGoalProps = {
  stream: Pick<Stream, 'settings' | 'tipsTotal'>
  /** Only a line of 3 px is visible. */
  isLine?: boolean
}

/** How much of the creator's goal the tips of a stream add up to; nothing without a goal. */
export function TipGoal({ stream: { settings, tipsTotal }, isLine = false }: TipGoalProps) {
  const { tipGoal } = settings
  return tipGoal === null ? null : <Goal goal={tipGoal} total={Number(tipsTotal)} isLine={isLine} />
}

/** The amounts of the goal as text, for phones; nothing without a goal. */
export function TipGoalText({ stream: { settings, tipsTotal } }: Pick<TipGoalProps, 'stream'>) {
  const t = useTranslations('tipGoal')
  const money = useRoundMoney()
  const isSandbox = useIsSandbox()
  const { tipGoal } = settings
  if (tipGoal === null) return null
  return (
    <span className="num inline-flex flex-wrap items-center gap-x-1.5">
      <Target aria-hidden className="size-4 stroke-[1.9]" />
      {t('title')}: {t('progress', { total: money(Number(tipsTotal)), goal: money(tipGoal) })}
      {isSandbox && <SandboxNote variant="line" />}
    </span>
  )
}

type GoalProps = { goal: number; total: number; isLine: boolean }

function Goal({ goal, total, isLine }: GoalProps) {
  const t = useTranslations('tipGoal')
  const money = useRoundMoney()
  const heading = useId()
  const isSandbox = useIsSandbox()
  const isReached = total >= goal
  const amounts = t('progress', { total: money(total), goal: money(goal) })
  return (
    <section
      aria-labelledby={heading}
      className={isLine ? 'relative' : 'grid gap-1.5 border-b border-line px-4 py-2 text-small'}
    >
      <div className={isLine ? 'sr-only' : 'flex flex-wrap items-center justify-between gap-x-3'}>
        <h3 id={heading} className="flex items-center gap-1.5 font-text text-small font-semibold">
          {isReached ? (
            <Check aria-hidden className="size-4 stroke-[2.2] text-success" />
          ) : (
            <Target aria-hidden className="size-4 stroke-[1.9] text-ink-2" />
          )}
          {t('title')}
        </h3>
        {/* Only a goal that is reached while the page is open is announced. */}
        <p className="flex flex-wrap items-baseline">
          <output className="font-semibold text-success not-empty:me-1.5">{isReached && t('reached')}</output>
          <span className="num font-semibold">{amounts}</span>
          {isSandbox && (
            <span className="ms-1.5">
              <SandboxNote variant="line" />
            </span>
          )}
        </p>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a progress element cannot be styled alike in all browsers
        role="progressbar"
        aria-labelledby={heading}
        aria-valuemin={0}
        aria-valuemax={goal}
        aria-valuenow={Math.min(total, goal)}
        aria-valuetext={amounts}
        className={`overflow-hidden bg-raised ${isLine ? 'h-[3px]' : 'h-2 rounded-full shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border'}`}
      >
        <div
          className={`h-full transition-[width] ${isLine ? '' : 'rounded-full'} duration-(--dur-3) ease-cloth forced-colors:bg-[Highlight] ${isReached ? 'bg-success' : 'bg-action-edge'}`}
          style={{ width: `${Math.min(100, (total / goal) * 100)}%` }}
        />
      </div>
    </section>
  )
}
