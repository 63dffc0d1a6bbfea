import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { type TextPiece, splitText } from '#shared/text/post-text.ts'
import { searchUrl } from '#web/lib/navigation/search-url.ts'
import { OutsideLink } from './outside-link.tsx'

type Mentions = readonly { handle: string; userId: string }[]
type LinkedTextProps = { content: string; mentions: Mentions; isExpanded?: boolean }

/** Text with links for hashtags, mentions and URLs. More than twelve lines are collapsed behind a button. */
export function LinkedText({ content, mentions, isExpanded = false }: LinkedTextProps) {
  const t = useTranslations('ui')
  const pieces = useMemo(() => splitText(content), [content])
  const [isOpen, setIsOpen] = useState(isExpanded)
  const { ref, isClamped } = useIsClamped(!isOpen && mayBeLong(content))
  return (
    <div className="mt-1 max-w-[64ch]">
      <p
        ref={ref}
        dir="auto"
        className={`text-body leading-[1.55] whitespace-pre-wrap [overflow-wrap:anywhere] ${isOpen ? '' : 'line-clamp-12'}`}
      >
        {pieces.map((piece, index) => (
          <Piece key={index} piece={piece} mentions={mentions} />
        ))}
      </p>
      {isClamped && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="text-link min-h-(--tap)"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('showLess') : t('showMore')}
        </button>
      )}
    </div>
  )
}

function Piece({ piece, mentions }: { piece: TextPiece; mentions: Mentions }) {
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
    case 'link':
      return <OutsideLink url={piece.url} text={piece.text} />
    default:
      return piece satisfies never
  }
}

/** Shorter texts fit into twelve lines of the narrowest phone and need no measurement. */
function mayBeLong(content: string): boolean {
  return content.length > 300 || content.split('\n').length > 12
}

/** Whether the element's content overflows; measured when it is first laid out and when its size changes. */
function useIsClamped(isActive: boolean) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isClamped, setIsClamped] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!isActive || !element) return
    const observer = new ResizeObserver(() => setIsClamped(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isActive])
  return { ref, isClamped }
}
