import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { PlayerActionsContext } from '#web/features/media/shared/playback/player-top-row.tsx'
import { useKeyboardResize } from '#web/lib/hooks/use-keyboard-resize.ts'
import { usePhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { BackLink } from './back-link.tsx'
import { ChatToggle, useLandscapeChat } from './landscape-chat.tsx'

type WatchLayoutProps = {
  player: ReactNode
  /** The heading with all about the stream or video, right below the player. */
  info: ReactNode
  /** On phones, icons at the end of the player's upper edge. */
  icons: ReactNode
  /** The page has a chat, in `WatchChat`. */
  hasChat: boolean
  /** The page has a chat and comments, in `WatchComments`: a phone shows one of them at a time. */
  hasPanels?: boolean
  isTheatre?: boolean
  /** `WatchMain` and `WatchSide`, in the order in which a narrow screen shows them. */
  children: ReactNode
}

/**
 * The page around a player. Wide screens have two columns, narrower ones one. On phones the video stays at the top, and what is
 * below fills the screen; in landscape the video fills it, and the chat covers its end.
 */
export function WatchLayout({
  player,
  info,
  icons,
  hasChat,
  hasPanels = false,
  isTheatre = false,
  children,
}: WatchLayoutProps) {
  const phone = usePhoneLayout()
  const [panel, setPanel] = useState<Panel>('chat')
  const landscapeChat = useLandscapeChat()
  useKeyboardResize(phone !== null)
  const actions = phone && {
    start: <BackLink />,
    end: (
      <>
        {icons}
        {phone === 'landscape' && hasChat && <ChatToggle {...landscapeChat} />}
      </>
    ),
  }
  return (
    <div
      data-watch-page
      data-panel={hasPanels ? panel : undefined}
      data-chat={hasChat && landscapeChat.isShown ? 'shown' : 'hidden'}
      data-theatre={isTheatre || undefined}
      className="group/watch mx-auto flex min-h-[calc(100dvh-70px)] w-full max-w-(--page-width) flex-col gap-x-6 gap-y-3.5 pb-8 portrait-phone:min-h-0 portrait-phone:flex-1 portrait-phone:gap-y-0 portrait-phone:pb-0 md:gap-y-5 md:px-(--gutter) md:pt-5 md:pb-16 lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_368px] lg:grid-rows-[auto_auto_1fr] lg:items-start portrait-phone:[--player-top:3.75rem] landscape-phone:relative landscape-phone:gap-y-0 landscape-phone:p-0 landscape-phone:data-[chat=shown]:[--player-inset:20rem] landscape-phone:data-[chat=shown]:[--player-position:left] landscape-phone:data-[chat=shown]:rtl:[--player-position:right]"
    >
      <PlayerActionsContext value={actions}>
        <div className="min-w-0 group-data-theatre/watch:lg:col-span-full lg:col-start-1 lg:row-start-1 portrait-phone:sticky portrait-phone:top-0 portrait-phone:z-[12] portrait-phone:bg-thread-night">
          {player}
        </div>
      </PlayerActionsContext>
      <div className="min-w-0 lg:col-start-1 lg:row-start-2">{info}</div>
      {phone === 'portrait' && hasPanels && <PanelSwitch panel={panel} onPanel={setPanel} />}
      {children}
    </div>
  )
}

type Panel = 'chat' | 'comments'

/** Chooses what a phone shows below the video. */
function PanelSwitch({ panel, onPanel }: { panel: Panel; onPanel: (panel: Panel) => void }) {
  const t = useTranslations('watch')
  const panels = [
    { name: 'chat', text: t('chat') },
    { name: 'comments', text: t('comments') },
  ] as const
  return (
    <fieldset aria-label={t('panels')} className="flex border-b border-line bg-surface">
      {panels.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          aria-pressed={panel === name}
          onClick={() => onPanel(name)}
          className={`relative min-h-(--tap) flex-1 text-small font-semibold -outline-offset-3! ${panel === name ? 'font-bold text-ink' : 'text-ink-2'}`}
        >
          {text}
          {panel === name && <span aria-hidden className="marker-332 absolute inset-x-8 bottom-0" />}
        </button>
      ))}
    </fieldset>
  )
}

/** What wide screens show below the heading: the description, comments. */
export function WatchMain({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-6 portrait-phone:gap-0 lg:col-start-1 lg:row-start-3 md:landscape-phone:px-(--gutter) landscape-phone:empty:hidden">
      {children}
    </div>
  )
}

/** What wide screens show beside the player: the chat, videos to watch next. */
export function WatchSide({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-6 lg:col-start-2 lg:row-span-3 lg:row-start-1 group-data-theatre/watch:lg:row-span-2 group-data-theatre/watch:lg:row-start-2">
      {children}
    </div>
  )
}

/** The chat: fills the rest of a phone's screen, and in landscape covers the end of the video, always dark. */
export function WatchChat({ children }: { children: ReactNode }) {
  const isOnVideo = usePhoneLayout() === 'landscape'
  return (
    <div
      data-theme={isOnVideo ? 'dark' : undefined}
      className="flex min-w-0 flex-1 flex-col text-ink portrait-phone:group-data-[panel=comments]/watch:hidden landscape-phone:absolute landscape-phone:end-0 landscape-phone:top-0 landscape-phone:z-[12] landscape-phone:h-[calc(100dvh-var(--keyboard,0px))] landscape-phone:w-80 landscape-phone:bg-bg/85 landscape-phone:pe-[env(safe-area-inset-right)] landscape-phone:group-data-[chat=hidden]/watch:hidden lg:flex-none"
    >
      {children}
    </div>
  )
}

export function WatchComments({ children }: { children: ReactNode }) {
  return (
    <div className="px-(--gutter) portrait-phone:group-data-[panel=chat]/watch:hidden portrait-phone:*:mt-0! portrait-phone:*:border-t-0! md:px-0">
      {children}
    </div>
  )
}

/** What a phone shows below the comments. */
export function WatchNext({ children }: { children: ReactNode }) {
  return (
    <div className="portrait-phone:pt-4 portrait-phone:pb-8 portrait-phone:group-data-[panel=chat]/watch:hidden md:landscape-phone:px-(--gutter)">
      {children}
    </div>
  )
}
