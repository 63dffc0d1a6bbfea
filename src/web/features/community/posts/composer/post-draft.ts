import { v4 } from 'uuid'
import { createPost, type Post } from '#shared/community/posts.ts'
import { type MediaType } from '#shared/media/uploads.ts'
import { call } from '#web/api/call.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import { createStore } from '#web/lib/store.ts'
import { startUpload } from '#web/features/media/shared/uploads/upload.ts'
import { capturePoster } from './video-poster.ts'

export type Attachment = {
  file: File
  kind: MediaType
  /** Object URL of the local file. */
  previewUrl: string
  state: 'uploading' | 'stored' | 'failed'
  /** Uploaded fraction, from 0 to 1. */
  progress: number
  /** False while the upload waits for the network or the server. */
  isConnected: boolean
  /** Cause of the failure. */
  error: unknown
  /** The server could only keep the first frame of an animation. */
  hasLostMotion: boolean
  /** The server could not decode the sound of a video. */
  hasLostSound: boolean
}

type DraftState = { text: string; attachment: Attachment | null; isPosting: boolean }
type Upload = ReturnType<typeof startUpload>

/**
 * A post that is being written. Its text survives closing the dialog and reloading the page; its file is uploaded as
 * soon as it is chosen.
 */
export class Draft {
  readonly state
  readonly #userId: string
  #upload: Upload | null = null
  #idempotencyKey = NO_KEY

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

  /** Attaches a file and starts its upload; replaces an existing attachment, as a post has one file. */
  attach(file: File): void {
    this.detach()
    const attachment = { file, kind: mediaTypeOf(file), previewUrl: URL.createObjectURL(file) }
    this.state.set({ attachment: { ...attachment, ...INITIAL_UPLOAD } })
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
    this.#change(INITIAL_UPLOAD)
    this.#send(attachment.file)
  }

  /** Publishes the post after its upload completes, then clears the draft. Throws and keeps the draft on failure. */
  async post(): Promise<Post> {
    this.state.set({ isPosting: true })
    try {
      this.retryUpload()
      const media = (await this.#upload?.done) ?? null
      const { text } = this.state.get()
      const content = { content: text, mediaUrl: media?.url ?? null, mediaType: media?.mediaType ?? null }
      const post = await call(createPost, { body: { ...content, clientId: this.#clientIdFor(content) } })
      this.clear()
      return post
    } finally {
      this.state.set({ isPosting: false })
    }
  }

  clear(): void {
    this.detach()
    this.write('')
    // The same text again is a new post.
    this.#idempotencyKey = NO_KEY
  }

  #send(file: File): void {
    const upload = startUpload(file, {
      purpose: 'post',
      ...(mediaTypeOf(file) === 'video' && { poster: capturePoster(file) }),
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
      ({ hasLostMotion = false, hasLostSound = false }) =>
        isCurrent() && this.#change({ state: 'stored', progress: 1, hasLostMotion, hasLostSound }),
      (error: unknown) => isCurrent() && this.#change({ state: 'failed', error }),
    )
  }

  #change(change: Partial<Attachment>): void {
    const { attachment } = this.state.get()
    if (attachment) this.state.set({ attachment: { ...attachment, ...change } })
  }

  /** Returns the same id for the same content, so that a retry after a lost response does not store it twice. */
  #clientIdFor(content: object): string {
    const contentJson = JSON.stringify(content)
    // crypto.randomUUID is undefined on plain HTTP.
    if (this.#idempotencyKey.contentJson !== contentJson) this.#idempotencyKey = { id: v4(), contentJson }
    return this.#idempotencyKey.id
  }
}

const INITIAL_UPLOAD = {
  state: 'uploading',
  progress: 0,
  isConnected: true,
  error: null,
  hasLostMotion: false,
  hasLostSound: false,
} as const
const NO_KEY = { id: '', contentJson: '' }

const drafts = new Map<string, Draft>()

/** Returns the user's draft; one per page. */
export function getDraft(userId: string): Draft {
  const draft = drafts.get(userId) ?? new Draft(userId)
  drafts.set(userId, draft)
  return draft
}

/** Browsers give some videos no type. */
const VIDEO_NAME = /\.(?:avi|mkv|mov)$/i

function mediaTypeOf({ name, type }: File): MediaType {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('video/') || (type === '' && VIDEO_NAME.test(name)) ? 'video' : 'file'
}
