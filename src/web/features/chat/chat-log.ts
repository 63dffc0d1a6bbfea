import type { ChatMessage } from '#shared/chat.ts'

/** A message as a page shows it: stored, on its way, or not sent and waiting for another try. */
export type ChatEntry = {
  /** The stored message's id; the clientId until there is one. */
  key: string
  state: 'sent' | 'sending' | 'failed'
  /** Of a message that was written here, for as long as its row lives; null for all others. */
  clientId: string | null
  message: ChatMessage
  /** Why it was not sent, where the server said so. */
  reason?: string | null
}

/** As much as a page keeps; older messages fall off. */
const KEPT = 500
/** Of two messages that were written at the same moment the later may be stored first. */
const OVERLAP = 10

/**
 * Takes stored messages in: each once, in the place of its writer's row that was waiting for it. Answers the same
 * list when nothing is new.
 */
export function addStored(
  entries: readonly ChatEntry[],
  messages: readonly ChatMessage[],
): readonly ChatEntry[] {
  const known = new Set(entries.map((entry) => entry.key))
  const answered = entries.filter((entry) => messages.some((message) => isAnswered(entry, message)))
  const fresh = messages.filter((message) => !known.has(message.id))
  if (fresh.length === 0 && answered.length === 0) return entries
  const stored = fresh.map((message) => ({
    key: message.id,
    state: 'sent' as const,
    clientId: answered.find((entry) => isAnswered(entry, message))?.clientId ?? null,
    message,
  }))
  return inOrder([...entries.filter((entry) => !answered.includes(entry)), ...stored])
}

/** As `addStored` for the latest messages of all: stored ones before them go, for there may be a gap between. */
export function addLatest(
  entries: readonly ChatEntry[],
  messages: readonly ChatMessage[],
): readonly ChatEntry[] {
  const [first] = messages
  if (!first) return entries
  const near = entries.filter((entry) => entry.state !== 'sent' || entry.key >= first.id)
  return addStored(near.length === entries.length ? entries : near, messages)
}

/** Puts a message that is on its way at the end. */
export function addSending(entries: readonly ChatEntry[], message: ChatMessage): readonly ChatEntry[] {
  const others = entries.filter((entry) => entry.key !== message.id)
  return inOrder([...others, { key: message.id, state: 'sending', clientId: message.id, message }])
}

export function markFailed(
  entries: readonly ChatEntry[],
  clientId: string,
  reason: string | null = null,
): readonly ChatEntry[] {
  return entries.map((entry) =>
    entry.key === clientId && entry.state === 'sending' ? { ...entry, state: 'failed', reason } : entry,
  )
}

/** The stored message after which a page asks for what it missed: a few before its newest. */
export function resumeId(entries: readonly ChatEntry[]): string | undefined {
  const stored = entries.filter((entry) => entry.state === 'sent')
  return (stored.at(-OVERLAP) ?? stored[0])?.key
}

/** Everybody sees the clientIds of all: only one's own message answers one's waiting row. */
function isAnswered(entry: ChatEntry, { clientId, userId }: ChatMessage): boolean {
  return entry.state !== 'sent' && entry.key === clientId && entry.message.userId === userId
}

/** Stored messages by their time-ordered ids, then what is not stored yet. */
function inOrder(entries: readonly ChatEntry[]): readonly ChatEntry[] {
  const stored = entries.filter((entry) => entry.state === 'sent').sort((a, b) => (a.key < b.key ? -1 : 1))
  const waiting = entries.filter((entry) => entry.state !== 'sent')
  return [...stored, ...waiting].slice(-KEPT)
}
