import path from 'node:path'
import type pg from 'pg'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands, processCpu } from '../process/commands.ts'

/** The measured process: the app of production, without rate limits. */

let app: MeasuredApp | undefined

const commands = {
  async start(folder: string, connection: pg.PoolConfig): Promise<string> {
    app = await startMeasuredApp({
      dataDir: path.join(folder, 'data'),
      connection,
      // Each call is repeated as often as its measurement needs.
      rates: new Proxy({}, { get: () => ({ points: 1_000_000, seconds: 60 }) }),
    })
    return app.url
  },
  cpu: processCpu,
  async stop(): Promise<void> {
    await app?.close()
    process.disconnect()
  },
}
export type Commands = typeof commands

handleCommands(commands)
