import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

type PlayerActions = {
  /** Before the badges: the way back. */
  start: ReactNode
  /** At the end: what can be done with the stream or video. */
  end: ReactNode
}

/** What a page puts on top of its player: on phones, where nothing is above the video and little below it. */
export const PlayerActionsContext = createContext<PlayerActions | null>(null)

/** The size of a player on phones: upright it leaves room for what is below, in landscape it fills the screen. */
export const PHONE_PLAYER_CLASS =
  'portrait-phone:max-h-[45dvh] landscape-phone:h-dvh landscape-phone:max-h-none landscape-phone:rounded-none'

/**
 * The largest size of a player on wide screens: what the header and the beginning of the heading below leave of the height, and more in theatre
 * mode. The width follows by `--player-ratio` (16:9 by default), so that a video has no bars beside it.
 */
export const WIDE_PLAYER_CLASS =
  'mx-auto md:max-h-[calc(100dvh-190px)] md:max-w-[calc((100dvh-190px)*var(--player-ratio,1.7778))] group-data-theatre/watch:lg:max-h-[calc(100dvh-100px)] group-data-theatre/watch:lg:max-w-[calc((100dvh-100px)*var(--player-ratio,1.7778))] landscape-phone:max-w-none'

/** The height of a chat on wide screens: at least 600 px, and beside a video all that the screen has. */
export const CHAT_HEIGHT_CLASS = 'lg:h-[max(600px,calc(100dvh-110px))] group-data-theatre/watch:lg:h-[600px]'

type PlayerTopRowProps = {
  /** Badges. */
  children?: ReactNode
  /** False while the controls of the player are hidden; the row appears with the focus. */
  isShown?: boolean
}

/** The row at the top of a player: its badges, and the actions of the page around it, which are not for fullscreen. */
export function PlayerTopRow({ children, isShown = true }: PlayerTopRowProps) {
  const actions = useContext(PlayerActionsContext)
  if (!actions)
    return children ? <div className="absolute inset-x-3.5 top-3.5 z-10 flex gap-2">{children}</div> : null
  // A tap shows hidden controls, and must not press one of them.
  const touch = isShown ? 'pointer-events-auto' : 'pointer-fine:pointer-events-auto'
  return (
    <div
      className={`pointer-events-none absolute inset-x-0 top-0 z-10 flex items-start gap-1 bg-linear-to-b from-thread-night/75 to-transparent ps-[max(4px,env(safe-area-inset-left))] pe-[calc(4px+var(--player-inset,0px))] pt-1 pb-6 text-on-video transition-opacity duration-(--dur-2) focus-within:opacity-100 ${isShown ? '' : 'opacity-0'}`}
    >
      <div className={`${ACTIONS_CLASS} ${touch}`}>{actions.start}</div>
      <div className="flex min-w-0 flex-1 flex-wrap gap-1.5 self-center">{children}</div>
      <div className={`${ACTIONS_CLASS} ${touch}`}>{actions.end}</div>
    </div>
  )
}

/** Of the same size with large text, which needs the room beside them. */
const ACTIONS_CLASS = 'flex [--tap:44px] in-[:fullscreen]:hidden [&_svg]:size-[24px]!'
