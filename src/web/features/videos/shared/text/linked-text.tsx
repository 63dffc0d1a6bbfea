import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type Mentions, TextPieces } from './text-pieces.tsx'

type LinkedTextProps = { content: string; mentions: Mentions; isExpanded?: boolean }

/** Text with its links. More than twelve lines are collapsed behind a button. */
export function LinkedText({ content, mentions, isExpanded = false }: LinkedTextProps) {
  const t = useTranslations('ui')
  const [isOpen, setIsOpen] = useState(isExpanded)
  const { ref, isClamped } = useIsClamped(!isOpen && mayBeLong(content))
  return (
    <div className="mt-1 max-w-[64ch]">
      <p
        ref={ref}
        dir="auto"
        className={`text-body leading-[1.55] whitespace-pre-wrap [overflow-wrap:anywhere] ${isOpen ? '' : 'line-clamp-12'}`}
      >
        <TextPieces content={content} mentions={mentions} />
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
