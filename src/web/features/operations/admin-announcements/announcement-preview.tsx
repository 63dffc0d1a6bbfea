import { Megaphone } from '#web/ui/icons/megaphone.tsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl/react'

type AnnouncementPreviewProps = { title: string; text: string; link: string }

/** Shows an announcement as members see it in their activity. */
export function AnnouncementPreview({ title, text, link }: AnnouncementPreviewProps) {
  const t = useTranslations('adminAnnouncements')
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="text-small font-[650]">
        {t('preview')}
      </h3>
      <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3.5 rounded-card border border-line bg-surface px-4 py-4 shadow-[inset_4px_0_0_var(--link)] rtl:shadow-[inset_-4px_0_0_var(--link)]">
        <Megaphone aria-hidden className="size-6 stroke-[1.9] text-link" />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p dir="auto" className="text-ui font-bold">
            {title || t('previewTitle')}
          </p>
          <p dir="auto" className="mt-1 text-small whitespace-pre-line text-ink-2">
            {text || t('previewText')}
          </p>
          {link && (
            <p dir="ltr" className="mt-1 text-meta text-ink-3">
              {link}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
