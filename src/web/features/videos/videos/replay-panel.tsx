import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { type ReplayedMessage, type Video, listVideoChat } from '#shared/videos/videos.ts'
import { type ListPage, callList } from '#web/api/call.ts'
import { CHAT_HEIGHT_CLASS } from '#web/features/media/shared/playback/player-top-row.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { SandboxScope } from '#web/features/notifications/shared/money/sandbox-scope.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChatReplay, type ReplayedTip } from './chat-replay.ts'

/** Distance from the end within which the list follows new messages, in px. */
const FOLLOW_DISTANCE_PX = 60
const PAGE_SIZE = 100

type PlayerRef = { readonly current: HTMLVideoElement | null }

type ReplayPanelProps = {
  video: Pick<Video, 'id'>
  player: PlayerRef
  /** Renders one message. */
  renderRow: (replayed: ReplayedMessage) => ReactNode
  /** Renders the tips that are highlighted. */
  renderHighlights: (tips: readonly ReplayedTip[]) => ReactNode
}

/** The chat beside a recording, in sync with it. Not a live region: screen readers would talk over the video. */
export function ReplayPanel({ video, player, renderRow, renderHighlights }: ReplayPanelProps) {
  const t = useTranslations('video')
  const { replay, shownMessages, highlights, isEmpty, hasError } = useChatReplay(video.id, player)
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  useLayoutEffect(() => {
    if (isFollowing.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [shownMessages])
  return (
    <section
      aria-labelledby="replay-heading"
      className={`flex h-[420px] min-w-0 flex-col border-y border-line bg-surface portrait-phone:h-auto portrait-phone:min-h-60 portrait-phone:flex-1 portrait-phone:border-y-0 md:rounded-card md:border-x ${CHAT_HEIGHT_CLASS} landscape-phone:h-full landscape-phone:rounded-none landscape-phone:border-0 landscape-phone:bg-transparent`}
    >
      <header className="border-b border-line px-4 py-3 phone:sr-only">
        <h2 id="replay-heading" className="font-display text-[1.125rem] leading-tight font-extrabold">
          {t('chat')}
        </h2>
        <p className="mt-0.5 text-meta text-ink-3">{t('chatText')}</p>
      </header>
      <SandboxScope
        rows={[...shownMessages, ...highlights.map(({ replayed }) => replayed)].flatMap(
          ({ message }) => message.tip ?? [],
        )}
        variant="line"
        className="border-b border-line px-4 py-1"
      >
        {highlights.length > 0 && renderHighlights(highlights)}
        <div className="relative min-h-0 flex-1">
          <div
            ref={list}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the scrollable list reachable by keyboard
            tabIndex={0}
            onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
              isFollowing.current = scrollHeight - scrollTop - clientHeight < FOLLOW_DISTANCE_PX
            }}
            className="absolute inset-0 overflow-y-auto overscroll-contain p-2"
          >
            {shownMessages.length === 0 && !hasError && (
              <p className="p-6 text-center text-small text-ink-2">
                {isEmpty ? t('noMessages') : t('chatEmpty')}
              </p>
            )}
            {shownMessages.map(renderRow)}
            {hasError && (
              <div className="grid justify-items-center gap-3 p-4">
                <Alert>{t('chatFailed')}</Alert>
                <Button onClick={() => replay.retry()}>{t('tryAgain')}</Button>
              </div>
            )}
          </div>
        </div>
      </SandboxScope>
    </section>
  )
}

function useChatReplay(videoId: string, player: PlayerRef) {
  const [replay] = useState(
    () =>
      new ChatReplay({
        load: (position) =>
          callList(listVideoChat, { params: { id: videoId }, query: { limit: PAGE_SIZE, ...position } }),
        loadTips: () => loadTips(videoId),
      }),
  )
  useEffect(() => {
    replay.open()
    return () => replay.close()
  }, [replay])
  usePlayerTime(player, (time) => replay.seek(time))
  return { replay, ...useSyncExternalStore(replay.state.subscribe, replay.state.get) }
}

async function loadTips(videoId: string): Promise<ReplayedMessage[]> {
  const tips: ReplayedMessage[] = []
  let cursor: string | null = null
  do {
    const query = { limit: PAGE_SIZE, tips: 'true', ...(cursor !== null && { cursor }) } as const
    const page: ListPage<ReplayedMessage[]> = await callList(listVideoChat, {
      params: { id: videoId },
      query,
    })
    tips.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return tips
}

/** Reports the current time of a player that may be mounted later than this panel. */
function usePlayerTime(player: PlayerRef, onTime: (time: number) => void): void {
  useEffect(() => {
    const onEvent = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement && target === player.current) onTime(target.currentTime)
    }
    // Media events do not bubble, so the listeners use the capture phase.
    const options = { capture: true }
    document.addEventListener('timeupdate', onEvent, options)
    document.addEventListener('seeking', onEvent, options)
    return () => {
      document.removeEventListener('timeupdate', onEvent, options)
      document.removeEventListener('seeking', onEvent, options)
    }
  })
}
