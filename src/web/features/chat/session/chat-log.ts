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

/** Of two messages that were written at the same moment the later may be stored first. */
const OVERLAP = 10
/** Messages fall off in portions, since each time the list on the page has to find its place again. */
const PORTION = 50

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
  const fresh = new Map(messages.filter(({ id }) => !known.has(id)).map((message) => [message.id, message]))
  if (fresh.size === 0 && answered.length === 0) return entries
  const stored = [...fresh.values()].map((message) => ({
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

/**
 * Takes stored messages out, and what other rows quote of them. What waits to be sent is the writer's own and stays.
 * Answers the same list when none of them is here.
 */
export function without(entries: readonly ChatEntry[], gone: ReadonlySet<string>): readonly ChatEntry[] {
  const isTouched = ({ key, message: { replyTo } }: ChatEntry) =>
    gone.has(key) || (replyTo !== null && gone.has(replyTo.id))
  if (!entries.some(isTouched)) return entries
  return entries
    .filter(({ key }) => !gone.has(key))
    .map((entry) => (isTouched(entry) ? { ...entry, message: { ...entry.message, replyTo: null } } : entry))
}

/**
 * Which of the messages that were here when the list was asked for have been deleted: those that should be on the page
 * that was answered, and are not. `after` is what was asked for; a whole page says nothing of what comes after it.
 */
export function missingFrom(
  page: readonly ChatMessage[],
  { known, after, isWhole }: { known: readonly ChatEntry[]; after: string | undefined; isWhole: boolean },
): Set<string> {
  const listed = new Set(page.map(({ id }) => id))
  const from = after ?? (isWhole ? (page[0]?.id ?? '') : '')
  const end = after !== undefined && isWhole ? page.at(-1)?.id : undefined
  const inRange = known.filter(
    ({ key, state }) => state === 'sent' && key > from && (end === undefined || key < end),
  )
  return new Set(inRange.map(({ key }) => key).filter((key) => !listed.has(key)))
}

/** At most `kept` messages, and a portion: older ones fall off. */
export function trimmed(entries: readonly ChatEntry[], kept: number): readonly ChatEntry[] {
  return entries.length > kept + PORTION ? entries.slice(-kept) : entries
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
  return [...stored, ...waiting]
}
