import { createReadStream } from 'node:fs'
import { type Server, createServer } from 'node:http'
import path from 'node:path'
import type pg from 'pg'
import { insertFiles } from '#server/features/videos/videos/files/queries.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { storageKey } from '#server/features/videos/videos/files/video-files.ts'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands, processCpu } from '../process/commands.ts'
import { listenOnLoopback } from '../process/listen.ts'

/** A measured process: the app of production, or a bare server that only sends the requested bytes of a file. */
let app: MeasuredApp | undefined
let bare: Server | undefined

const commands = {
  async startApp(folder: string, connection: pg.PoolConfig): Promise<string> {
    app = await startMeasuredApp({ dataDir: path.join(folder, 'data'), connection })
    return app.url
  },
  /** Stores a published video with one file; returns its id and the storage key of the file, which the caller writes. */
  async storeVideo(creatorId: string, name: string, size: number): Promise<{ id: string; key: string }> {
    if (!app) throw new Error('the app has not started')
    const id = await storeVideo(app.database.db, creatorId, { isPublished: true })
    const key = storageKey(id, name)
    await insertFiles(app.database.db, [
      { videoId: id, name, kind: 'rendition', key, mimeType: 'video/mp4', size, width: 854, height: 480 },
    ])
    return { id, key }
  },
  startBare(folder: string): Promise<string> {
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      const [start = 0, end = 0] = (/^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [])
        .slice(1)
        .map(Number)
      response.writeHead(206, { 'content-type': 'video/mp4', 'content-length': end - start + 1 })
      createReadStream(path.join(folder, path.basename(request.url ?? '')), { start, end }).pipe(response)
    })
    bare = server
    return listenOnLoopback(server)
  },
  cpu: processCpu,
  async stop(): Promise<void> {
    await app?.close()
    bare?.closeAllConnections()
    bare?.close()
    process.disconnect()
  },
}
export type WatchCommands = typeof commands

handleCommands(commands)
