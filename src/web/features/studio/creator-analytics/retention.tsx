import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Retention as RetentionData, TopVideo } from '#shared/studio/creator-analytics.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { FiguresTable } from '#web/ui/charts/figures-table.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Card } from '#web/ui/card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { useRetention } from './use-analytics.ts'

/** Audience retention of one of the most viewed videos of the period. */
export function Retention({ videos }: { videos: readonly TopVideo[] }) {
  const t = useTranslations('creatorAnalytics')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const video = videos.find(({ id }) => id === chosenId) ?? videos[0]
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div>
        <h2>{t('retention')}</h2>
        <p className="mt-1.5 max-w-[72ch] text-small text-ink-2">{t('retentionText')}</p>
      </div>
      {video ? (
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-3.5 md:p-[18px]">
          <Field label={t('retentionVideo')} className="max-w-[520px]">
            <Select value={video.id} onChange={({ target }) => setChosenId(target.value)}>
              {videos.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
          <Curve key={video.id} videoId={video.id} />
        </Card>
      ) : (
        <p className="text-ink-2">{t('retentionEmpty')}</p>
      )}
    </section>
  )
}

function Curve({ videoId }: { videoId: string }) {
  const t = useTranslations('creatorAnalytics')
  const query = useRetention(videoId)
  const { data, error } = query
  if (!data) return error ? <LoadFailed title={t('retentionFailed')} query={query} /> : <Spinner />
  if (data.points.length === 0)
    return <p className="text-ink-2">{t('retentionTooFew', { playbacks: data.playbacks })}</p>
  return <CurveOf retention={data} />
}

function CurveOf({ retention: { playbacks, points } }: { retention: RetentionData }) {
  const t = useTranslations('creatorAnalytics')
  const charts = useTranslations('charts')
  const { number } = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const percent = (share: number) => number(share, 'percent')
  return (
    <>
      <Chart
        label={t('retentionChart')}
        xs={points.map((point) => point.percent)}
        ys={points.map(({ share }) => share)}
        isTime={false}
        color={1}
        maxY={1}
        isDivided
        formatX={(x) => percent(x / 100)}
        formatY={percent}
        pointText={(index) => {
          const point = points[index] ?? { percent: 0, share: 0 }
          return t('pointLabel', { part: point.percent / 100, share: point.share })
        }}
        summary={t('retentionPlaybacks', { playbacks })}
      />
      <Button
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="max-w-full justify-self-start whitespace-normal!"
      >
        {isOpen ? charts('hideTable') : t('retentionTable')}
      </Button>
      {isOpen && (
        <FiguresTable
          label={t('retention')}
          head={[t('part'), t('stillWatching')]}
          rows={points.map((point) => ({
            key: String(point.percent),
            cells: [percent(point.percent / 100), percent(point.share)],
          }))}
        />
      )}
    </>
  )
}
