import { useContext, useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { searchUrl } from '#web/features/videos/shared/text/search-url.ts'
import { OutsideLink } from './outside-link.tsx'
import { type TimedPiece, splitTimedText } from './timed-pieces.ts'
import { VideoTimesContext } from './video-times.ts'

export type Mentions = readonly { handle: string; userId: string }[]

/** Text with links for hashtags, mentions and URLs, and within `VideoTimesContext` with the times of the video. */
export function TextPieces({ content, mentions }: { content: string; mentions: Mentions }) {
  const duration = useContext(VideoTimesContext)?.duration ?? 0
  const pieces = useMemo(() => splitTimedText(content, duration), [content, duration])
  return pieces.map((piece, index) => <Piece key={index} piece={piece} mentions={mentions} />)
}

function Piece({ piece, mentions }: { piece: TimedPiece; mentions: Mentions }) {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'hashtag':
      return (
        <Link href={searchUrl(piece.text)} dir="auto" className="text-link">
          {piece.text}
        </Link>
      )
    case 'mention': {
      const mention = mentions.find(({ handle }) => handle.toLowerCase() === piece.handle)
      if (!mention) return piece.text
      return (
        <Link href={`/profile/${mention.userId}`} dir="ltr" className="text-link">
          {piece.text}
        </Link>
      )
    }
    case 'time':
      return <TimeButton {...piece} />
    case 'link':
      return <OutsideLink url={piece.url} text={piece.text} />
    default:
      return piece satisfies never
  }
}

function TimeButton({ text, second }: { text: string; second: number }) {
  const t = useTranslations('ui')
  const video = useContext(VideoTimesContext)
  return (
    <button
      type="button"
      className="text-link num"
      aria-label={t('seekTo', { time: text })}
      onClick={() => video?.onSeek(second)}
    >
      {text}
    </button>
  )
}
