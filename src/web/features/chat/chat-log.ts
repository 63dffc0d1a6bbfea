import type { ChatMessage } from '#shared/chat.ts'

/** A message as a page shows it: stored, on its way, or not sent and waiting for another try. */
export type ChatEntry = {
  /** The stored message's id; the clientId until there is one. */
  key: string
  state: 'sent' | 'sending' | 'failed'
  clientId: string | null
  message: ChatMessage
}

/** As much as a page keeps; older messages fall off. */
const KEPT = 500

/** Takes stored messages in: each once, in the place of the row that was waiting for it. */
export function addStored(entries: readonly ChatEntry[], messages: readonly ChatMessage[]): ChatEntry[] {
  if (messages.length === 0) return [...entries]
  const ids = new Set(messages.map((message) => message.id))
  const clientIds = new Set(messages.map((message) => message.clientId))
  const others = entries.filter(
    (entry) => !ids.has(entry.key) && !(entry.clientId !== null && clientIds.has(entry.clientId)),
  )
  const stored = messages.map((message) => ({
    key: message.id,
    state: 'sent' as const,
    clientId: message.clientId,
    message,
  }))
  return inOrder([...others, ...stored])
}

/** Puts a message that is on its way at the end. */
export function addSending(entries: readonly ChatEntry[], message: ChatMessage): ChatEntry[] {
  const others = entries.filter((entry) => entry.key !== message.id)
  return inOrder([...others, { key: message.id, state: 'sending', clientId: message.id, message }])
}

export function markFailed(entries: readonly ChatEntry[], clientId: string): ChatEntry[] {
  return entries.map((entry) =>
    entry.key === clientId && entry.state === 'sending' ? { ...entry, state: 'failed' } : entry,
  )
}

/** The newest stored message, after which a page asks for what it missed. */
export function lastStoredId(entries: readonly ChatEntry[]): string | undefined {
  return entries.findLast((entry) => entry.state === 'sent')?.key
}

/** Stored messages by their time-ordered ids, then what is not stored yet. */
function inOrder(entries: ChatEntry[]): ChatEntry[] {
  const stored = entries.filter((entry) => entry.state === 'sent').sort((a, b) => (a.key < b.key ? -1 : 1))
  const waiting = entries.filter((entry) => entry.state !== 'sent')
  return [...stored, ...waiting].slice(-KEPT)
}
