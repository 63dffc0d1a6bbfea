import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { useStream } from '#web/features/live/shared/streams/use-stream.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** Renders a page once its stream and the current user are loaded; until then a spinner or the error. */
export function WithStream({
  streamId,
  children,
}: {
  streamId: string
  children: (stream: Stream) => ReactNode
}) {
  const t = useTranslations('stream')
  const query = useStream(streamId)
  const { data: stream, error } = query
  const user = useCurrentUser()
  if (error instanceof ApiError && error.status === 404)
    return (
      <PageNotFound title={t('notFoundTitle')} offersSignIn>
        {t('notFoundText')}
      </PageNotFound>
    )
  if (error) return <PageLoadFailed title={t('loadFailed')} query={query} />
  if (!stream || user === undefined) return <PageSpinner />
  return children(stream)
}
