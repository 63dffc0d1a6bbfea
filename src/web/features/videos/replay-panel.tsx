import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from 'use-intl/react'
import { type ReplayedMessage, type Video, listVideoChat } from '#shared/videos.ts'
import { callList } from '#web/api/call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChatReplay } from './chat-replay.ts'

/** Near enough to the end to follow it, in px. */
const NEAR_END = 60
const PAGE = 100

type ReplayPanelProps = {
  video: Pick<Video, 'id'>
  player: RefObject<HTMLVideoElement | null>
  /** Draws one message. */
  row: (replayed: ReplayedMessage) => ReactNode
}

/** The chat beside a recording, in time with it. It is quiet for readers: the video speaks. */
export function ReplayPanel({ video, player, row }: ReplayPanelProps) {
  const t = useTranslations('video')
  const { replay, shown, isEmpty, hasError } = useChatReplay(video.id, player)
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  useLayoutEffect(() => {
    if (isFollowing.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [shown])
  return (
    <section
      aria-labelledby="replay-heading"
      className="flex h-[420px] min-w-0 flex-col border-y border-line bg-surface md:rounded-card md:border-x lg:h-[600px]"
    >
      <header className="border-b border-line px-4 py-3">
        <h2 id="replay-heading" className="font-display text-[1.125rem] leading-tight font-extrabold">
          {t('chat')}
        </h2>
        <p className="mt-0.5 text-meta text-ink-3">{t('chatText')}</p>
      </header>
      <div
        ref={list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what has scrolled away must be reached by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_END
        }}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {shown.length === 0 && !hasError && (
          <p className="p-6 text-center text-small text-ink-2">{isEmpty ? t('chatNone') : t('chatEmpty')}</p>
        )}
        {shown.map(row)}
        {hasError && (
          <div className="grid justify-items-center gap-3 p-4">
            <Alert>{t('chatFailed')}</Alert>
            <Button onClick={() => replay.retry()}>{t('tryAgain')}</Button>
          </div>
        )}
      </div>
    </section>
  )
}

function useChatReplay(videoId: string, player: RefObject<HTMLVideoElement | null>) {
  const [replay] = useState(
    () =>
      new ChatReplay({
        load: (place) =>
          callList(listVideoChat, { params: { id: videoId }, query: { limit: PAGE, ...place } }),
      }),
  )
  useEffect(() => {
    replay.open()
    return () => replay.close()
  }, [replay])
  useFollowPlayer(player, (time) => replay.seek(time))
  return { replay, ...useSyncExternalStore(replay.state.subscribe, replay.state.get) }
}

/** Hears the second of a player that may come later than the panel does. */
function useFollowPlayer(player: RefObject<HTMLVideoElement | null>, onTime: (time: number) => void): void {
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement && target === player.current) onTime(target.currentTime)
    }
    // Media events don't bubble: they are caught on their way down.
    const options = { capture: true }
    document.addEventListener('timeupdate', look, options)
    document.addEventListener('seeking', look, options)
    return () => {
      document.removeEventListener('timeupdate', look, options)
      document.removeEventListener('seeking', look, options)
    }
  })
}
