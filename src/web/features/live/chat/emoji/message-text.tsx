import { useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import { splitText } from '#shared/text/post-text.ts'
import { EmojiText } from '#web/features/live/chat/emoji/emoji-text.tsx'

type MessageTextProps = { text: string; isTabbable: boolean }

/**
 * A message as plain text with the creator's emoji: mentions are highlighted, and only web addresses are links, announced as
 * opening a new tab.
 */
export function MessageText({ text, isTabbable }: MessageTextProps) {
  const t = useTranslations('ui')
  const pieces = useMemo(() => splitText(text), [text])
  return (
    <span dir="auto">
      {pieces.map((piece, index) => {
        if (piece.kind === 'mention')
          return (
            <span key={index} dir="ltr" className="font-semibold text-link">
              {piece.text}
            </span>
          )
        if (piece.kind === 'text') return <EmojiText key={index} text={piece.text} />
        if (piece.kind !== 'link') return piece.text
        return (
          <a
            key={index}
            href={piece.url}
            dir="ltr"
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            tabIndex={isTabbable ? undefined : -1}
            className="text-link underline"
          >
            {piece.text}
            <span className="sr-only"> {t('newTab')}</span>
          </a>
        )
      })}
    </span>
  )
}
