import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'

/** The way to the next page of a list, at its foot. */
export function LoadMore({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  const t = useTranslations('streams')
  return (
    <div className="mt-6 grid justify-items-center">
      <Button pending={isLoading} pendingText={t('loadingMore')} onClick={onLoad}>
        {t('loadMore')}
      </Button>
    </div>
  )
}
