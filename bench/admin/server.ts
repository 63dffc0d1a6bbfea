import path from 'node:path'
import fastify from 'fastify'
import type pg from 'pg'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands, processCpu } from '../process/commands.ts'
import { RecordedStatements, type Statement } from '../process/recorded-statements.ts'

/** The measured process: the app of production, and beside it a bare server that sends the rows of one statement. */

let app: MeasuredApp | undefined
const recorded = new RecordedStatements()
const bare = createBareServer()
const statementsByName = new Map<string, Statement[]>()
let memoryTimer: NodeJS.Timeout | undefined
let peakMemory = 0
const UNLIMITED = { points: 1_000_000, seconds: 60 }
/** A collection takes a part of it. */
const MEMORY_INTERVAL_MS = 100

const commands = {
  async start(folder: string, connection: pg.PoolConfig) {
    app = await startMeasuredApp({
      dataDir: path.join(folder, 'data'),
      connection,
      // The amounts of the community are those of a sandbox.
      env: { JOBS: 'off', PAYMENTS: 'sandbox' },
      rates: { analytics: UNLIMITED },
    })
    return { app: app.url, bare: await bare.listen({ host: '127.0.0.1', port: 0 }) }
  },
  cpu: processCpu,
  /** Sets what `/<name>` of the bare server runs. It sends the rows of the last statement. */
  setBareStatements(name: string, statements: Statement[]): void {
    statementsByName.set(name, statements)
  },
  startRecording: (): void => recorded.start(),
  /** Returns the statements that the app has sent since `startRecording`. */
  stopRecording(): Statement[] {
    recorded.stop()
    return recorded.statements
  },
  /** Bytes that are in use after a collection of garbage. */
  usedMemory,
  watchMemory(): void {
    peakMemory = 0
    memoryTimer = setInterval(() => (peakMemory = Math.max(peakMemory, usedMemory())), MEMORY_INTERVAL_MS)
  },
  /** Returns the most that was in use since `watchMemory`. */
  peakMemory(): number {
    clearInterval(memoryTimer)
    return peakMemory
  },
  async stop(): Promise<void> {
    await bare.close()
    await app?.close()
    process.disconnect()
  },
}
export type AdminCommands = typeof commands

handleCommands(commands)

/** The process is started with `--expose-gc`. */
function usedMemory(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function createBareServer() {
  const server = fastify({ forceCloseConnections: true })
  server.get<{ Params: { name: string } }>('/:name', async (request) => {
    let rows: unknown[] = []
    for (const statement of statementsByName.get(request.params.name) ?? [])
      rows = (await app?.database.pool.query(statement))?.rows ?? []
    return rows
  })
  return server
}
