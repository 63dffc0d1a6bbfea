import { onTestFinished, vi } from 'vitest'

type Request = { method: string; path: string; headers: Map<string, string>; body: Blob | null }
type Result = { status: number; headers?: Record<string, string>; body?: string }
/** `lost` drops the connection after half of a part has arrived; `silent` never responds; `unanswered` neither, after
 * the bytes have left the browser. */
type Failure = 'lost' | 'silent' | 'unanswered'

/** Fake of the server's tus endpoint: stores the bytes that arrive, and fails on demand. */
export class TestTusServer {
  /** The received requests: 'PATCH 0' is a part that starts at byte 0. */
  readonly requestLog: string[] = []
  /** The uploads by path, with the bytes received. */
  readonly uploads = new Map<string, { size: number; bytes: string }>()
  /** Bytes of a part that have left the browser without a response. */
  sentBytes = 0
  /** Called for each request; a result replaces the response. */
  intercept: (request: Request) => Result | Failure | undefined = () => undefined

  async handle(request: Request): Promise<Result | Failure> {
    const { method, path, headers, body } = request
    const offset = headers.get('upload-offset')
    this.requestLog.push(offset === undefined ? method : `${method} ${offset}`)
    const replacement = this.intercept(request)
    const upload = this.uploads.get(path)
    if (method === 'PATCH' && upload && body && (!replacement || replacement === 'lost')) {
      const text = await body.text()
      upload.bytes += replacement === 'lost' ? text.slice(0, Math.floor(text.length / 2)) : text
    }
    if (replacement) return replacement
    if (method === 'POST') return this.#create(Number(headers.get('upload-length')))
    if (!upload) return { status: 404 }
    if (method === 'DELETE') this.uploads.delete(path)
    const progress = { 'Upload-Offset': String(upload.bytes.length), 'Upload-Length': String(upload.size) }
    return { status: method === 'HEAD' ? 200 : 204, headers: progress }
  }

  #create(size: number): Result {
    const path = `/api/uploads/${crypto.randomUUID()}`
    this.uploads.set(path, { size, bytes: '' })
    return { status: 201, headers: { Location: path } }
  }
}

/** Stubs the network for uploads; `finish` responds to the `finishUpload` calls. */
export function openTestTusServer(finish: (body: string) => Response | Promise<Response>): {
  server: TestTusServer
  finished: string[]
} {
  const server = new TestTusServer()
  vi.stubGlobal('XMLHttpRequest', requestClassFor(server))
  onTestFinished(() => localStorage.clear())
  const finished: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    finished.push(url)
    return finish(body)
  })
  return { server, finished }
}

/** The part of XMLHttpRequest that tus-js-client uses. */
function requestClassFor(server: TestTusServer) {
  return class {
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: (reason: unknown) => void
    readonly upload: { onprogress?: (event: { lengthComputable: true; loaded: number }) => void } = {}
    readonly #request: Request = { method: '', path: '', headers: new Map(), body: null }
    #responseHeaders: Record<string, string> = {}
    #isAborted = false

    open(method: string, url: string) {
      this.#request.method = method
      this.#request.path = new URL(url, 'http://site.test').pathname
    }
    setRequestHeader(name: string, value: string) {
      this.#request.headers.set(name.toLowerCase(), value)
    }
    getResponseHeader(name: string) {
      return this.#responseHeaders[name] ?? null
    }
    send(body: Blob | null) {
      this.#request.body = body
      void server.handle(this.#request).then((result) => {
        if (this.#isAborted || result === 'silent') return
        if (result === 'unanswered') {
          server.sentBytes = body?.size ?? 0
          this.upload.onprogress?.({ lengthComputable: true, loaded: server.sentBytes })
          return
        }
        if (result === 'lost') {
          this.onerror?.(new Error('the connection was lost'))
          return
        }
        this.upload.onprogress?.({ lengthComputable: true, loaded: body?.size ?? 0 })
        Object.assign(this, { status: result.status, responseText: result.body ?? '' })
        this.#responseHeaders = result.headers ?? {}
        this.onload?.()
      })
    }
    abort() {
      this.#isAborted = true
    }
  }
}
