import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useAppliedTheme } from '#web/theme/theme.ts'
import type { ChartData } from './draw-chart.ts'

type ChartProps = ChartData & {
  /** For people who cannot see it; it says where the figures are as text. */
  label: string
  /** Formats the point under the pointer. */
  pointText: (index: number) => string
  /** Shown while no point is under the pointer. */
  summary: string
}

/** A line chart. Its library is loaded when it is first shown; a table elsewhere has the same figures. */
export function Chart({ label, pointText, summary, ...data }: ChartProps) {
  const t = useTranslations('charts')
  const element = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [point, setPoint] = useState<number | null>(null)
  useDrawing(element, data, { onPoint: setPoint, onFailed: () => setHasFailed(true) })
  const isWithin = point !== null && point < data.xs.length
  return (
    <figure className="grid gap-1.5">
      <figcaption className="num min-h-5 text-meta text-ink-3">
        {isWithin ? pointText(point) : summary}
      </figcaption>
      {hasFailed ? (
        <p className="grid min-h-[180px] place-items-center text-small text-ink-2">{t('chartFailed')}</p>
      ) : (
        // Clipped: the canvas gets the width of a turned phone a frame after the page has it.
        <div
          ref={element}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws a canvas into it
          role="img"
          aria-label={label}
          dir="ltr"
          className="min-h-[180px] min-w-0 overflow-hidden"
        />
      )}
    </figure>
  )
}

type Callbacks = { onPoint: (index: number | null) => void; onFailed: () => void }

/** Draws the chart again when its figures or the theme change. */
function useDrawing(
  element: { current: HTMLDivElement | null },
  data: ChartData,
  callbacks: Callbacks,
): void {
  const theme = useAppliedTheme()
  const key = JSON.stringify([data.xs, data.ys, data.color, data.isDivided, theme])
  useEffect(() => {
    let isCurrent = true
    let cleanup = () => {}
    const draw = async () => {
      const { drawChart } = await import('./draw-chart.ts')
      if (isCurrent && element.current)
        cleanup = drawChart(element.current, { ...data, onPoint: callbacks.onPoint })
    }
    draw().catch(() => isCurrent && callbacks.onFailed())
    return () => {
      isCurrent = false
      cleanup()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` has all that is drawn
  }, [key])
}
