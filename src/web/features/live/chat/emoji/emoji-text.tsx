import { useContext } from 'react'
import type { ReactNode } from 'react'
import { ChatEmojiContext } from './chat-emoji.tsx'
import { EmojiImage } from './emoji-image.tsx'
import type { EmojiByName } from './use-creator-emoji.ts'

/** Text of a message, in which `:name:` is drawn if the creator has an emoji of that name. */
export function EmojiText({ text }: { text: string }) {
  const emojiByName = useContext(ChatEmojiContext)
  return emojiByName.size === 0 ? text : drawEmoji(text, emojiByName)
}

function drawEmoji(text: string, emojiByName: EmojiByName): ReactNode[] {
  const pieces: ReactNode[] = []
  const pattern = /:([a-z0-9_]{2,20}):/g
  let end = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const emoji = emojiByName.get(match[1] ?? '')
    // The last colon of an unknown name may be the first one of the next.
    if (!emoji) pattern.lastIndex -= 1
    else {
      pieces.push(text.slice(end, match.index), <EmojiImage key={match.index} emoji={emoji} />)
      end = pattern.lastIndex
    }
  }
  return [...pieces, text.slice(end)]
}
