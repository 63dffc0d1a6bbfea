import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { ChatMessage } from '#shared/chat.ts'

export type Draft = {
  text: string
  /** The message that it answers. */
  answered: ChatMessage | null
  write: (text: string) => void
  /** Puts something where the writer is, and the writer behind it. */
  insert: (text: string) => void
  mention: (handle: string) => void
  reply: (message: ChatMessage, isOwn: boolean) => void
  /** Answers nothing after all. */
  dropReply: () => void
  clear: () => void
}

/** What is being written. It outlives its field: whoever may not write for a while finds it again. */
export function useDraft(): { draft: Draft; field: RefObject<HTMLInputElement | null> } {
  const [text, write] = useState('')
  const [answered, setAnswered] = useState<ChatMessage | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const insert = (added: string) => {
    const input = field.current
    if (!input) return write((before) => before + added)
    input.focus()
    input.setRangeText(added, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    write(input.value)
  }
  const mention = (handle: string) => {
    const before = field.current?.value.slice(0, field.current.selectionStart ?? 0) ?? text
    insert(`${before === '' || /\s$/.test(before) ? '' : ' '}@${handle} `)
  }
  const reply = (message: ChatMessage, isOwn: boolean) => {
    setAnswered(message)
    const { handle } = message.user
    if (isOwn || text.includes(`@${handle}`)) field.current?.focus()
    else mention(handle)
  }
  const clear = () => {
    write('')
    setAnswered(null)
  }
  const dropReply = () => {
    setAnswered(null)
    field.current?.focus()
  }
  return { draft: { text, answered, write, insert, mention, reply, dropReply, clear }, field }
}
