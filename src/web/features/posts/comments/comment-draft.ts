import * as z from 'zod/mini'
import { type Comment, createComment } from '#shared/comments.ts'
import { call } from '#web/api/call.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import { setCapped } from '#web/lib/set-capped.ts'
import { createStore } from '#web/lib/store.ts'

/** A comment that the server has not taken yet, or has refused. */
export type UnsentComment = {
  clientId: string
  content: string
  isSending: boolean
  /** Why it was refused; null where the page was loaded anew before there was an answer. */
  error: unknown
}

type State = { text: string; unsent: readonly UnsentComment[] }

/** What survives a reload: a comment that was on its way then is taken for not sent, and sent again as the same. */
const stored = z.object({
  text: z.string(),
  unsent: z.array(z.object({ clientId: z.string(), content: z.string() })),
})

/**
 * What a member writes under one post, and what of it has not been sent, the newest first. It outlives the page that
 * shows the post, and with the tab also a reload.
 */
export class CommentDraft {
  readonly state
  readonly #postId: string
  readonly #userId: string

  constructor(userId: string, postId: string) {
    this.#postId = postId
    this.#userId = userId
    this.state = createStore<State>(readState(userId, postId))
  }

  write(text: string): void {
    this.#set({ text })
  }

  /** Sends one, or sends it again; while it has no answer, and when it is refused, it stands among `unsent`. */
  async send({ clientId, content }: Pick<UnsentComment, 'clientId' | 'content'>): Promise<Comment> {
    const entry = { clientId, content, isSending: true, error: null }
    this.#set({ unsent: [entry, ...this.state.get().unsent.filter((one) => one.clientId !== clientId)] })
    try {
      const comment = await call(createComment, { params: { id: this.#postId }, body: { content, clientId } })
      this.discard(clientId)
      return comment
    } catch (error) {
      const refused = (one: UnsentComment) =>
        one.clientId === clientId ? { ...one, isSending: false, error } : one
      this.#set({ unsent: this.state.get().unsent.map(refused) })
      throw error
    }
  }

  discard(clientId: string): void {
    this.#set({ unsent: this.state.get().unsent.filter((one) => one.clientId !== clientId) })
  }

  #set(change: Partial<State>): void {
    this.state.set(change)
    const { text, unsent } = this.state.get()
    const isEmpty = text === '' && unsent.length === 0
    const kept = { text, unsent: unsent.map(({ clientId, content }) => ({ clientId, content })) }
    writeDraft(isEmpty ? null : JSON.stringify(kept), 'comment', this.#userId, this.#postId)
  }
}

const drafts = new Map<string, CommentDraft>()
/** More than a page shows at once. */
const KEPT = 500

/** The member's one draft under this post. */
export function commentDraftOf(userId: string, postId: string): CommentDraft {
  const key = `${userId}:${postId}`
  const draft = drafts.get(key) ?? new CommentDraft(userId, postId)
  // Of a day's reading only so many are kept: storage has what was written.
  setCapped(drafts, key, draft, KEPT)
  return draft
}

function readState(userId: string, postId: string): State {
  try {
    const { text, unsent } = stored.parse(JSON.parse(readDraft('comment', userId, postId) ?? 'null'))
    return { text, unsent: unsent.map((one) => ({ ...one, isSending: false, error: null })) }
  } catch {
    return { text: '', unsent: [] }
  }
}
