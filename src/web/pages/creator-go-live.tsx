import { Radio } from '#web/ui/icons/radio.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { EncoderPanel } from '#web/features/live/go-live/encoder-panel.tsx'
import { OwnSchedule } from '#web/features/live/go-live/own-schedule.tsx'
import {
  StreamPicker,
  defaultEncoderStream,
  firstToStart,
  streamsToStart,
} from '#web/features/live/go-live/stream-picker.tsx'
import { useRefetchOwnStreams, useOwnStreams } from '#web/features/live/go-live/use-own-streams.ts'
import { DeviceSetup } from '#web/features/live/live/studio/device-setup.tsx'
import { ConnectionTestPanel } from '#web/features/live/live/connection-test/connection-test-panel.tsx'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { useStreamState, useStreamStore } from '#web/features/live/shared/streams/use-stream-store.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/creator/go-live`, for signed-in users: prepares a broadcast from the browser or from an encoder. */
export function CreatorGoLivePage() {
  const t = useTranslations('goLive')
  const user = useCurrentUser()
  usePageTitle(t('pageTitle'))
  if (!user) return <PageSpinner />
  return <GoLive user={user} />
}

function GoLive({ user }: { user: CurrentUser }) {
  const t = useTranslations('goLive')
  const query = useOwnStreams(user.id)
  const { data: streams, error } = query
  if (error && !streams) return <PageLoadFailed title={t('loadFailed')} query={query} />
  return (
    <CreatorPage>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <PageHeading title={t('pageTitle')} intro={t('intro')} className="lg:col-span-2" />
        <StreamOptions streams={streams} userId={user.id} />
        <aside className="lg:sticky lg:top-6 lg:self-start">
          <OwnSchedule userId={user.id} />
        </aside>
      </div>
    </CreatorPage>
  )
}

/** A stream that ends while the page is open stays: its encoder may send again. */
function StreamOptions({ streams, userId }: { streams: Stream[] | undefined; userId: string }) {
  const t = useTranslations('goLive')
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (!streams) return <PageSpinner />
  const choices = streamsToStart(streams)
  const chosen = streams.find(({ id }) => id === chosenId) ?? firstToStart(choices)
  if (chosen && chosen.id !== chosenId) setChosenId(chosen.id)
  if (chosen)
    return (
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
        <StreamPicker
          streams={choices.includes(chosen) ? choices : [chosen, ...choices]}
          chosen={chosen}
          onChoose={setChosenId}
        />
        <SourceTabs
          key={chosen.id}
          stream={chosen}
          includesStreamId={chosen !== defaultEncoderStream(streams)}
          userId={userId}
        />
      </div>
    )
  return (
    <EmptyState
      isCard
      level={2}
      title={t('noStreams')}
      action={
        <Button asChild variant="action">
          <Link href="/stream/create">{t('create')}</Link>
        </Button>
      }
    >
      {t('noStreamsText')}
    </EmptyState>
  )
}

type SourceTabsProps = { stream: Stream; includesStreamId: boolean; userId: string }

/** One tab for each source of a broadcast: browser and encoder. */
function SourceTabs({ stream, includesStreamId, userId }: SourceTabsProps) {
  const t = useTranslations('goLive')
  const refetch = useRefetchOwnStreams(userId)
  const [source, setSource] = useSourceTab(stream)
  return (
    <Tabs
      label={t('sources')}
      value={source}
      onValueChange={setSource}
      fill
      tabs={[
        { value: 'browser', label: t('browser'), content: <BrowserPanel stream={stream} /> },
        {
          value: 'encoder',
          label: t('encoder'),
          content: (
            <EncoderPanel
              stream={stream}
              includesStreamId={includesStreamId}
              onChange={() => void refetch()}
            />
          ),
        },
      ]}
    />
  )
}

/**
 * The open tab. Initially that of the source of the broadcast; a later start or end does not switch it, as that would
 * close the open camera. Until the source is known, a live stream opens the encoder's tab: a member who broadcasts from a
 * browser is in the studio instead.
 */
function useSourceTab(stream: Stream) {
  const { source } = useStreamState(useStreamStore(stream.id), ({ broadcast }) => broadcast)
  const [tab, setTab] = useState<string | null>(null)
  if (tab === null && source !== undefined) setTab(source === 'encoder' ? 'encoder' : 'browser')
  return [tab ?? (stream.isLive ? 'encoder' : 'browser'), setTab] as const
}

function BrowserPanel({ stream }: { stream: Stream }) {
  const t = useTranslations('goLive')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <DeviceSetup />
      <ConnectionTestPanel />
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
        <Button asChild variant="action" className="max-w-full whitespace-normal!">
          <Link href={`/stream/${stream.id}/broadcast`}>
            <Radio aria-hidden /> {t('openStudio')}
          </Link>
        </Button>
        <p className="text-small text-ink-2">{t('openStudioHint')}</p>
      </div>
    </div>
  )
}
