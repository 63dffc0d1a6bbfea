import { v4 } from 'uuid'
import { createPost, type MediaType, type Post } from '#shared/posts.ts'
import { call } from '#web/api/call.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import { createStore } from '#web/lib/store.ts'
import { startUpload } from '#web/lib/uploads/upload.ts'
import { takePoster } from './video-poster.ts'

export type Attachment = {
  file: File
  kind: MediaType
  /** Shows the file before it is stored. */
  previewUrl: string
  state: 'uploading' | 'stored' | 'failed'
  /** How much of it has been sent, from 0 to 1. */
  progress: number
  /** False while an upload waits for the network or the server. */
  isConnected: boolean
  /** Why it has failed. */
  error: unknown
}

type DraftState = { text: string; attachment: Attachment | null; isPosting: boolean }
type Upload = ReturnType<typeof startUpload>

/**
 * A post that is being written. Its text survives a closed dialog and a reload of the page; its file is sent as soon
 * as it is chosen.
 */
export class Draft {
  readonly state
  readonly #userId: string
  #upload: Upload | null = null
  #mark = NO_MARK

  constructor(userId: string) {
    this.#userId = userId
    this.state = createStore<DraftState>({
      text: readDraft('post', userId) ?? '',
      attachment: null,
      isPosting: false,
    })
  }

  write(text: string): void {
    this.state.set({ text })
    writeDraft(text === '' ? null : text, 'post', this.#userId)
  }

  /** One file a post: another takes its place. */
  attach(file: File): void {
    this.detach()
    const attachment = { file, kind: kindOf(file), previewUrl: URL.createObjectURL(file) }
    this.state.set({ attachment: { ...attachment, ...BEGINNING } })
    this.#send(file)
  }

  detach(): void {
    const { attachment } = this.state.get()
    if (!attachment) return
    const upload = this.#upload
    this.#upload = null
    this.state.set({ attachment: null })
    URL.revokeObjectURL(attachment.previewUrl)
    if (attachment.state === 'uploading') void upload?.cancel().catch(console.warn)
  }

  retryUpload(): void {
    const { attachment } = this.state.get()
    if (attachment?.state !== 'failed') return
    this.#change(BEGINNING)
    this.#send(attachment.file)
  }

  /** Publishes it when its file is stored, and begins anew. What is refused stays as it is. */
  async post(): Promise<Post> {
    this.state.set({ isPosting: true })
    try {
      this.retryUpload()
      const media = (await this.#upload?.done) ?? null
      const { text } = this.state.get()
      const content = { content: text, mediaUrl: media?.url ?? null, mediaType: media?.mediaType ?? null }
      const post = await call(createPost, { body: { ...content, clientId: this.#markOf(content) } })
      this.clear()
      return post
    } finally {
      this.state.set({ isPosting: false })
    }
  }

  clear(): void {
    this.detach()
    this.write('')
    // The same words again are another post.
    this.#mark = NO_MARK
  }

  #send(file: File): void {
    const upload = startUpload(file, {
      purpose: 'post',
      ...(kindOf(file) === 'video' && { poster: takePoster(file) }),
      onProgress: (sent, total) => {
        if (this.#upload === upload) this.#change({ progress: total > 0 ? sent / total : 0 })
      },
      onConnection: (isConnected) => {
        if (this.#upload === upload) this.#change({ isConnected })
      },
    })
    this.#upload = upload
    const isCurrent = () => this.#upload === upload
    upload.done.then(
      () => isCurrent() && this.#change({ state: 'stored', progress: 1 }),
      (error: unknown) => isCurrent() && this.#change({ state: 'failed', error }),
    )
  }

  #change(change: Partial<Attachment>): void {
    const { attachment } = this.state.get()
    if (attachment) this.state.set({ attachment: { ...attachment, ...change } })
  }

  /** The same for the same content: a post whose answer was lost is not stored twice. */
  #markOf(content: object): string {
    const of = JSON.stringify(content)
    // The browser's own randomUUID is missing on plain http.
    if (this.#mark.of !== of) this.#mark = { id: v4(), of }
    return this.#mark.id
  }
}

const BEGINNING = { state: 'uploading', progress: 0, isConnected: true, error: null } as const
const NO_MARK = { id: '', of: '' }

const drafts = new Map<string, Draft>()

/** The member's one draft on this page. */
export function draftOf(userId: string): Draft {
  const draft = drafts.get(userId) ?? new Draft(userId)
  drafts.set(userId, draft)
  return draft
}

function kindOf({ type }: File): MediaType {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('video/') ? 'video' : 'file'
}
