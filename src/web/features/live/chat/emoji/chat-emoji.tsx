import { createContext } from 'react'
import type { ReactNode } from 'react'
import { type EmojiByName, useCreatorEmoji } from './use-creator-emoji.ts'

/** The emoji of the creator whose chat it is. */
export const ChatEmojiContext = createContext<EmojiByName>(new Map())

type ChatEmojiProps = {
  creatorId: string
  /** The creator has Creator Pro. */
  isOffered: boolean
  children: ReactNode
}

/** Lets the messages inside draw the emoji of a creator. */
export function ChatEmoji({ creatorId, isOffered, children }: ChatEmojiProps) {
  const emojiByName = useCreatorEmoji(creatorId, isOffered)
  return <ChatEmojiContext value={emojiByName}>{children}</ChatEmojiContext>
}
