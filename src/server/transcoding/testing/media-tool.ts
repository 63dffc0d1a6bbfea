import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MediaReport, MediaSpec, ToolReply, ToolRequest } from '#transcode/testing/media-spec.ts'

type Request = ToolRequest extends infer Each ? (Each extends ToolRequest ? Omit<Each, 'id'> : never) : never

/** A process that makes videos for tests and decodes outputs. */
export class MediaTool {
  readonly #child: ChildProcess
  readonly #pendingById = new Map<number, (reply: ToolReply) => void>()
  #lastId = 0

  constructor(entry: URL, execArgv: string[] = []) {
    this.#child = fork(fileURLToPath(entry), { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    // Boundary: the tool sends only replies.
    this.#child.on('message', (raw) => this.#receive(raw as ToolReply))
    this.#child.once('exit', (code, signal) => {
      for (const id of this.#pendingById.keys())
        this.#receive({ id, error: `the tool ended with ${signal ?? code}` })
    })
  }

  /** Writes a file, unless it exists. */
  async make(spec: MediaSpec, path: string): Promise<string> {
    if (existsSync(path)) return path
    const unfinished = `${path}.${process.pid}`
    await this.#request({ type: 'make', spec, path: unfinished })
    await rename(unfinished, path)
    return path
  }

  /** Decodes a file completely. `format` is FFmpeg's name of a demuxer, for playlists `hls`. */
  async inspect(path: string, format: string | null = null): Promise<MediaReport> {
    const { report } = await this.#request({ type: 'inspect', path, format })
    if (!report) throw new Error('the tool sent no report')
    return report
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }

  async #request(request: Request): Promise<ToolReply> {
    const id = ++this.#lastId
    const reply = await new Promise<ToolReply>((resolve) => {
      this.#pendingById.set(id, resolve)
      this.#child.send({ ...request, id }, () => undefined)
    })
    if (reply.error !== undefined) throw new Error(reply.error)
    return reply
  }

  #receive(reply: ToolReply): void {
    this.#pendingById.get(reply.id)?.(reply)
    this.#pendingById.delete(reply.id)
  }
}
