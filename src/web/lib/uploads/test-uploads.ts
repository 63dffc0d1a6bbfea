import { onTestFinished, vi } from 'vitest'

type Request = { method: string; path: string; headers: Map<string, string>; body: Blob | null }
type Answer = { status: number; headers?: Record<string, string>; body?: string }
/** `lost` breaks the connection off after half of a part has arrived; `silent` never answers. */
type Failure = 'lost' | 'silent'

/** Stands in for the server's upload door: keeps what arrives, and fails as it is told. */
export class TestTusServer {
  /** Requests as they came: 'PATCH 0' is a part that starts at byte 0. */
  readonly seen: string[] = []
  /** What has arrived of each upload. */
  readonly arrived = new Map<string, { size: number; bytes: string }>()
  /** Asked before each request. */
  refuse: (request: Request) => Answer | Failure | undefined = () => undefined

  async answer(request: Request): Promise<Answer | Failure> {
    const { method, path, headers, body } = request
    const offset = headers.get('upload-offset')
    this.seen.push(offset === undefined ? method : `${method} ${offset}`)
    const refusal = this.refuse(request)
    const upload = this.arrived.get(path)
    if (method === 'PATCH' && upload && body && (!refusal || refusal === 'lost')) {
      const text = await body.text()
      upload.bytes += refusal === 'lost' ? text.slice(0, Math.floor(text.length / 2)) : text
    }
    if (refusal) return refusal
    if (method === 'POST') return this.#begin(Number(headers.get('upload-length')))
    if (!upload) return { status: 404 }
    if (method === 'DELETE') this.arrived.delete(path)
    const known = { 'Upload-Offset': String(upload.bytes.length), 'Upload-Length': String(upload.size) }
    return { status: method === 'HEAD' ? 200 : 204, headers: known }
  }

  #begin(size: number): Answer {
    const path = `/api/uploads/${crypto.randomUUID()}`
    this.arrived.set(path, { size, bytes: '' })
    return { status: 201, headers: { Location: path } }
  }
}

/** Opens a door for the test's uploads; `finish` answers what asks for the stored file. */
export function openTestTusServer(finish: () => Response | Promise<Response>): {
  door: TestTusServer
  finished: string[]
} {
  const door = new TestTusServer()
  vi.stubGlobal('XMLHttpRequest', requestsTo(door))
  onTestFinished(() => localStorage.clear())
  const finished: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    finished.push(address)
    return finish()
  })
  return { door, finished }
}

/** The part of XMLHttpRequest that the library uses. */
function requestsTo(door: TestTusServer) {
  return class {
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: (reason: unknown) => void
    readonly upload: { onprogress?: (event: { lengthComputable: true; loaded: number }) => void } = {}
    readonly #request: Request = { method: '', path: '', headers: new Map(), body: null }
    #answered: Record<string, string> = {}
    #isAborted = false

    open(method: string, url: string) {
      this.#request.method = method
      this.#request.path = new URL(url, 'http://site.test').pathname
    }
    setRequestHeader(name: string, value: string) {
      this.#request.headers.set(name.toLowerCase(), value)
    }
    getResponseHeader(name: string) {
      return this.#answered[name] ?? null
    }
    send(body: Blob | null) {
      this.#request.body = body
      void door.answer(this.#request).then((answer) => {
        if (this.#isAborted || answer === 'silent') return
        if (answer === 'lost') {
          this.onerror?.(new Error('the connection was lost'))
          return
        }
        this.upload.onprogress?.({ lengthComputable: true, loaded: body?.size ?? 0 })
        Object.assign(this, { status: answer.status, responseText: answer.body ?? '' })
        this.#answered = answer.headers ?? {}
        this.onload?.()
      })
    }
    abort() {
      this.#isAborted = true
    }
  }
}
