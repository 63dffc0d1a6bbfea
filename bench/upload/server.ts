import { createWriteStream } from 'node:fs'
import { type Server, createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands, processCpu } from '../process/commands.ts'
import { listenOnLoopback } from '../process/listen.ts'

/** A measured process: the app of production, or a bare server that appends the body of each request to a file. */
let app: MeasuredApp | undefined
let bare: Server | undefined
let peakBytes = 0
let timer: NodeJS.Timeout | undefined

const MEMORY_INTERVAL_MS = 50

const commands = {
  async startApp(folder: string, connection: pg.PoolConfig): Promise<string> {
    app = await startMeasuredApp({ dataDir: path.join(folder, 'data'), connection })
    return app.url
  },
  startBare(folder: string): Promise<string> {
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      const file = path.join(folder, path.basename(request.url ?? ''))
      pipeline(request, createWriteStream(file, { flags: 'a', highWaterMark: 1024 ** 2 }))
        .then(() => response.writeHead(204).end())
        .catch(() => response.destroy())
    })
    bare = server
    return listenOnLoopback(server)
  },
  cpu: processCpu,
  /** Starts to watch the resident memory, and returns it, in bytes. */
  watchMemory(): number {
    peakBytes = process.memoryUsage.rss()
    timer = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    }, MEMORY_INTERVAL_MS)
    return peakBytes
  },
  /** Returns the peak of the resident memory since `watchMemory`, in bytes. */
  peakMemory(): number {
    clearInterval(timer)
    return peakBytes
  },
  async stop(): Promise<void> {
    await app?.close()
    bare?.closeAllConnections()
    bare?.close()
    process.disconnect()
  },
}
export type UploadCommands = typeof commands

handleCommands(commands)
