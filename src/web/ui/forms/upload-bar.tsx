import { useFormatter } from 'use-intl/react'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'

/** The progress of an upload (0 to 1), as a patterned bar and as a percentage. */
export function UploadBar({ label, progress }: { label: string; progress: number }) {
  const format = useFormatter()
  const percent = Math.round(progress * 100)
  return (
    <div className="grid gap-1.5">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a progress element cannot contain the pattern
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-[18px] overflow-hidden rounded-tag bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border"
      >
        <div
          className="h-full overflow-hidden border-e-[3px] border-ink forced-colors:bg-[Highlight]"
          style={{ width: `${percent}%` }}
        >
          <StripPattern
            seed="upload"
            family="marigold"
            length={720}
            strip={18}
            count={1}
            pulse={15}
            className="h-[18px] w-[720px] max-w-none"
          />
        </div>
      </div>
      <p aria-hidden className="flex justify-between gap-3 text-meta text-ink-3">
        <span>{label}</span>
        <span className="num font-semibold text-ink">{format.number(percent / 100, 'percent')}</span>
      </p>
    </div>
  )
}
