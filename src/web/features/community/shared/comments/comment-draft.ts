import * as z from 'zod/mini'
import { type Comment, createComment, createVideoComment } from '#shared/community/comments.ts'
import { call } from '#web/api/call.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import { setCapped } from '#web/lib/set-capped.ts'
import { createStore } from '#web/lib/store.ts'
import type { CommentSubject } from './comment-subject.ts'

/** A comment that is being sent or was refused. */
export type UnsentComment = {
  clientId: string
  content: string
  isSending: boolean
  /** Cause of the failure; null when the page was reloaded before a response came. */
  error: unknown
}

type Subject = Pick<CommentSubject, 'kind' | 'id'>
type State = { text: string; unsent: readonly UnsentComment[] }

/** The part that survives a reload. A comment in flight counts as unsent; a retry sends the same `clientId`. */
const storedDraft = z.object({
  text: z.string(),
  unsent: z.array(z.object({ clientId: z.string(), content: z.string() })),
})

/**
 * The text that a user writes under one post or video, and the unsent comments, newest first. Survives navigation, and a
 * reload within the tab.
 */
export class CommentDraft {
  readonly state
  readonly #subject: Subject
  readonly #userId: string

  constructor(userId: string, subject: Subject) {
    this.#subject = subject
    this.#userId = userId
    this.state = createStore<State>(readState(userId, subject.id))
  }

  write(text: string): void {
    this.#set({ text })
  }

  /** Sends or resends a comment; it is listed in `unsent` while in flight and after a failure. Rejects on failure. */
  async send({ clientId, content }: Pick<UnsentComment, 'clientId' | 'content'>): Promise<Comment> {
    const entry = { clientId, content, isSending: true, error: null }
    this.#set({
      unsent: [entry, ...this.state.get().unsent.filter((comment) => comment.clientId !== clientId)],
    })
    try {
      const comment = await sendTo(this.#subject, { content, clientId })
      this.discard(clientId)
      return comment
    } catch (error) {
      const markFailed = (comment: UnsentComment) =>
        comment.clientId === clientId ? { ...comment, isSending: false, error } : comment
      this.#set({ unsent: this.state.get().unsent.map(markFailed) })
      throw error
    }
  }

  /** Puts a refused comment before what is written, to be changed. */
  edit({ clientId, content }: UnsentComment): void {
    const { text } = this.state.get()
    this.discard(clientId)
    this.write(text === '' ? content : `${content}\n${text}`)
  }

  discard(clientId: string): void {
    this.#set({ unsent: this.state.get().unsent.filter((comment) => comment.clientId !== clientId) })
  }

  #set(change: Partial<State>): void {
    this.state.set(change)
    const { text, unsent } = this.state.get()
    const isEmpty = text === '' && unsent.length === 0
    const draft = { text, unsent: unsent.map(({ clientId, content }) => ({ clientId, content })) }
    writeDraft(isEmpty ? null : JSON.stringify(draft), 'comment', this.#userId, this.#subject.id)
  }
}

const drafts = new Map<string, CommentDraft>()
/** More drafts than one page shows. */
const MAX_DRAFTS = 500

function sendTo({ kind, id }: Subject, body: { content: string; clientId: string }): Promise<Comment> {
  const request = { params: { id }, body }
  return kind === 'post' ? call(createComment, request) : call(createVideoComment, request)
}

/** Returns the user's draft under this post or video; one per page. */
export function getCommentDraft(userId: string, subject: Subject): CommentDraft {
  const key = `${userId}:${subject.id}`
  const draft = drafts.get(key) ?? new CommentDraft(userId, subject)
  // Bounds memory in a long session; evicted drafts are read from session storage again.
  setCapped(drafts, key, draft, MAX_DRAFTS)
  return draft
}

function readState(userId: string, subjectId: string): State {
  try {
    const { text, unsent } = storedDraft.parse(JSON.parse(readDraft('comment', userId, subjectId) ?? 'null'))
    return { text, unsent: unsent.map((comment) => ({ ...comment, isSending: false, error: null })) }
  } catch {
    return { text: '', unsent: [] }
  }
}
