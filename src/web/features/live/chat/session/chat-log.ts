import type { ChatMessage } from '#shared/live/chat.ts'

/** A message as a page shows it: stored, being sent, waiting for review, or failed and ready for a retry. */
export type ChatEntry = {
  /** The id of the stored message; the clientId until it is stored and shown to everyone. */
  key: string
  state: 'sent' | 'sending' | 'held' | 'failed'
  /** Set for messages written on this page, so that their row stays the same; null for all others. */
  clientId: string | null
  message: ChatMessage
  /** The server's reason for refusing it. */
  reason?: string | null
  /** Sending the same text again may succeed. */
  canRetry?: boolean
}

/**
 * Number of messages that are loaded again: of two concurrent messages, the one with the later id may be stored first.
 */
const OVERLAP = 10
/** Old messages are removed in groups of this size: each removal makes the list restore its scroll position. */
const TRIM_STEP = 50

/**
 * Adds stored messages, each once; the sender's own message replaces its pending entry. Returns the same list when
 * nothing is new.
 */
export function addStored(
  entries: readonly ChatEntry[],
  messages: readonly ChatMessage[],
): readonly ChatEntry[] {
  const existingKeys = new Set(entries.map((entry) => entry.key))
  const confirmed = entries.filter((entry) => messages.some((message) => isConfirmedBy(entry, message)))
  const addedById = new Map(
    messages.filter(({ id }) => !existingKeys.has(id)).map((message) => [message.id, message]),
  )
  if (addedById.size === 0 && confirmed.length === 0) return entries
  const added = [...addedById.values()].map((message) => ({
    key: message.id,
    state: 'sent' as const,
    clientId: confirmed.find((entry) => isConfirmedBy(entry, message))?.clientId ?? null,
    message,
  }))
  return sortEntries([...entries.filter((entry) => !confirmed.includes(entry)), ...added])
}

/** Adds the latest messages. Stored ones before them are removed, since messages between may be missing. */
export function addLatest(
  entries: readonly ChatEntry[],
  messages: readonly ChatMessage[],
): readonly ChatEntry[] {
  const [first] = messages
  if (!first) return entries
  const retained = entries.filter((entry) => entry.state !== 'sent' || entry.key >= first.id)
  return addStored(retained.length === entries.length ? entries : retained, messages)
}

/** Appends a message that is being sent. */
export function addSending(entries: readonly ChatEntry[], message: ChatMessage): readonly ChatEntry[] {
  const others = entries.filter((entry) => entry.key !== message.id)
  return sortEntries([...others, { key: message.id, state: 'sending', clientId: message.id, message }])
}

/** Shows the user's own messages that wait for review; the one that is sent replaces its pending entry. */
export function addHeld(
  entries: readonly ChatEntry[],
  messages: readonly ChatMessage[],
): readonly ChatEntry[] {
  const shownIds = new Set(entries.flatMap(({ state, message }) => (state === 'held' ? [message.id] : [])))
  const held = messages
    .filter(({ id }) => !shownIds.has(id))
    .map((message) => ({
      key: message.clientId ?? message.id,
      state: 'held' as const,
      clientId: message.clientId,
      message,
    }))
  if (held.length === 0) return entries
  const keys = new Set(held.map(({ key }) => key))
  return sortEntries([...entries.filter(({ key }) => !keys.has(key)), ...held])
}

export function markFailed(
  entries: readonly ChatEntry[],
  clientId: string,
  { reason = null, canRetry = true }: { reason?: string | null; canRetry?: boolean } = {},
): readonly ChatEntry[] {
  return entries.map((entry) =>
    entry.key === clientId && entry.state === 'sending'
      ? { ...entry, state: 'failed', reason, canRetry }
      : entry,
  )
}

/**
 * Removes stored and held messages and their quotes in other messages; messages that are not stored yet stay. Returns the same
 * list when it has none of them.
 */
export function removeMessages(
  entries: readonly ChatEntry[],
  deletedIds: ReadonlySet<string>,
): readonly ChatEntry[] {
  const isDeleted = ({ key, state, message: { id } }: ChatEntry) =>
    deletedIds.has(key) || (state === 'held' && deletedIds.has(id))
  const isAffected = (entry: ChatEntry) => {
    const { replyTo } = entry.message
    return isDeleted(entry) || (replyTo !== null && deletedIds.has(replyTo.id))
  }
  if (!entries.some(isAffected)) return entries
  return entries
    .filter((entry) => !isDeleted(entry))
    .map((entry) => (isAffected(entry) ? { ...entry, message: { ...entry.message, replyTo: null } } : entry))
}

/**
 * Returns the ids of deleted messages: those that were on the page `before` the request, lie in the range that the
 * response covers, and are not in it. `after` is the request's parameter; a full response ends its range at its last
 * message.
 */
export function findDeleted(
  page: readonly ChatMessage[],
  { before, after, isFull }: { before: readonly ChatEntry[]; after: string | undefined; isFull: boolean },
): Set<string> {
  const listedIds = new Set(page.map(({ id }) => id))
  const from = after ?? (isFull ? (page[0]?.id ?? '') : '')
  const end = after !== undefined && isFull ? page.at(-1)?.id : undefined
  const inRange = before.filter(
    ({ key, state }) => state === 'sent' && key > from && (end === undefined || key < end),
  )
  return new Set(inRange.map(({ key }) => key).filter((key) => !listedIds.has(key)))
}

/** Removes the oldest messages beyond `maxEntries`, once they exceed it by `TRIM_STEP`. */
export function trimEntries(entries: readonly ChatEntry[], maxEntries: number): readonly ChatEntry[] {
  return entries.length > maxEntries + TRIM_STEP ? entries.slice(-maxEntries) : entries
}

/** Returns the id after which a page loads missed messages: `OVERLAP` before its newest stored one. */
export function findResumeId(entries: readonly ChatEntry[]): string | undefined {
  const sent = entries.filter((entry) => entry.state === 'sent')
  return (sent.at(-OVERLAP) ?? sent[0])?.key
}

/** A clientId is public: only a message of the same user confirms a pending entry. */
function isConfirmedBy(entry: ChatEntry, { clientId, userId }: ChatMessage): boolean {
  return entry.state !== 'sent' && entry.key === clientId && entry.message.userId === userId
}

/** Returns stored messages by their time-ordered ids, then those that are not stored yet. */
function sortEntries(entries: readonly ChatEntry[]): readonly ChatEntry[] {
  const sent = entries.filter((entry) => entry.state === 'sent').sort((a, b) => (a.key < b.key ? -1 : 1))
  const pending = entries.filter((entry) => entry.state !== 'sent')
  return [...sent, ...pending]
}
