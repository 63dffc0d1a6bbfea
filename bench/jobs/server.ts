import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands } from '../process/commands.ts'

/** The measured process: the app of production, without the limit of registrations. */
let app: MeasuredApp | undefined
const delay = monitorEventLoopDelay({ resolution: 1 })

const UNLIMITED = { points: 100_000, seconds: 60 }

const commands = {
  async start(folder: string, connection: pg.PoolConfig): Promise<string> {
    app = await startMeasuredApp({
      dataDir: path.join(folder, 'data'),
      connection,
      rates: { registrations: UNLIMITED, registrationsOfNetwork: UNLIMITED },
    })
    return app.url
  },
  /** Starts to measure the delay of the event loop. */
  watch(): void {
    delay.reset()
    delay.enable()
  },
  /** Returns the mean delay of the event loop since `watch`, in ms. */
  meanDelay(): number {
    delay.disable()
    return delay.mean / 1e6
  },
  async stop(): Promise<void> {
    await app?.close()
    process.disconnect()
  },
}
export type JobCommands = typeof commands

handleCommands(commands)
