import path from 'node:path'
import type pg from 'pg'
import { listFeed } from '#server/features/community/posts/queries.ts'
import { SOCKET_LIMITS } from '#server/realtime/socket-limits.ts'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands, processCpu } from '../process/commands.ts'
import { memoryInUse } from './memory.ts'

/** The measured process: the app of production, without the limits that the clients of one machine would reach. */

const UNLIMITED = { points: 10_000_000, seconds: 60 }
let app: MeasuredApp | undefined

const commands = {
  async start(folder: string, connection: pg.PoolConfig): Promise<string> {
    app = await startMeasuredApp({
      dataDir: path.join(folder, 'data'),
      connection,
      rates: {
        chat: UNLIMITED,
        joins: UNLIMITED,
        joinsOfAddress: UNLIMITED,
        viewerOffersOfAddress: UNLIMITED,
        registrations: UNLIMITED,
        registrationsOfNetwork: UNLIMITED,
      },
      socketLimits: { ...SOCKET_LIMITS, perClient: 10_000, perAddress: 10_000 },
    })
    return app.url
  },
  /** The comparison: runs the prepared query of one feed page `count` times. */
  async feedQueries(userId: string, count: number): Promise<void> {
    for (let index = 0; app && index < count; index++)
      await listFeed(app.database.db, { id: userId, role: 'user' }, 20)
  },
  cpu: processCpu,
  memory: memoryInUse,
  async stop(): Promise<void> {
    await app?.close()
    process.disconnect()
  },
}
export type AppCommands = typeof commands

handleCommands(commands)
