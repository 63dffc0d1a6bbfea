import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { ChatMessage } from '#shared/live/chat.ts'

export type Draft = {
  text: string
  replyTo: ChatMessage | null
  setText: (text: string) => void
  /** Inserts text at the caret, and moves the caret behind it. */
  insert: (text: string) => void
  mention: (handle: string) => void
  reply: (message: ChatMessage, isOwn: boolean) => void
  cancelReply: () => void
  /** Puts a refused message before what is written, to be changed. */
  edit: (message: string, replyTo: ChatMessage | null) => void
  clear: () => void
}

/** The message that is being written. It outlives its field, so that it is still there after a time-out. */
export function useDraft(): { draft: Draft; field: RefObject<HTMLInputElement | null> } {
  const [text, setText] = useState('')
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const insert = (added: string) => {
    const input = field.current
    if (!input) return setText((before) => before + added)
    input.focus()
    input.setRangeText(added, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    // At once: Enter may follow before React renders by itself, and would send the text without what was inserted.
    flushSync(() => setText(input.value))
  }
  const mention = (handle: string) => {
    const before = field.current?.value.slice(0, field.current.selectionStart ?? 0) ?? text
    insert(`${before === '' || /\s$/.test(before) ? '' : ' '}@${handle} `)
  }
  const reply = (message: ChatMessage, isOwn: boolean) => {
    setReplyTo(message)
    const { handle } = message.user
    if (isOwn || text.includes(`@${handle}`)) field.current?.focus()
    else mention(handle)
  }
  const clear = () => {
    setText('')
    setReplyTo(null)
  }
  const cancelReply = () => {
    setReplyTo(null)
    field.current?.focus()
  }
  const edit = (message: string, repliedTo: ChatMessage | null) => {
    setText((before) => (before === '' ? message : `${message} ${before}`))
    setReplyTo(repliedTo)
    field.current?.focus()
  }
  return { draft: { text, replyTo, setText, insert, mention, reply, cancelReply, edit, clear }, field }
}
