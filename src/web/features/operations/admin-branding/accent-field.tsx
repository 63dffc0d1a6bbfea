import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'

type AccentFieldProps = { value: number; defaultValue: number; onChange: (hue: number) => void }

/** Chooses the hue of the accent on a scale of all hues; each has enough contrast. */
export function AccentField({ value, defaultValue, onChange }: AccentFieldProps) {
  const t = useTranslations('adminBranding')
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-[650]">
        {t('accent')}
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span
          aria-hidden
          className="size-11 flex-none rounded-control bg-action shadow-[inset_0_-3px_0_var(--action-edge)]"
        />
        <span className="grid min-w-0 flex-[1_1_200px]">
          <span aria-hidden className="h-2 rounded-tag rtl:-scale-x-100" style={{ background: HUES }} />
          <input
            id={id}
            type="range"
            min={0}
            max={359}
            value={value}
            aria-valuetext={t('hue', { hue: String(value) })}
            onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
            className="h-9 w-full cursor-pointer accent-action"
          />
        </span>
        <Button
          size="sm"
          variant="ghost"
          disabled={value === defaultValue}
          onClick={() => onChange(defaultValue)}
        >
          {t('accentDefault')}
        </Button>
      </div>
      <p className="text-meta text-ink-3">{t('accentHint')}</p>
    </div>
  )
}

/** The scale below which the hue is chosen, with the lightness and chroma of the buttons. */
const HUES = `linear-gradient(to right, ${Array.from({ length: 13 }, (_, step) => `oklch(0.815 0.155 ${step * 30})`).join(', ')})`
