import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'

/**
 * Problems that the server can detect with the reachability of the live engine, given the host that the page was loaded
 * from: the engine does not run; it listens on loopback only; its announced ICE address is a private one.
 */
const LIVE_PROBLEMS = ['engineDown', 'loopbackOnly', 'privateAddress'] as const
export type LiveProblem = (typeof LIVE_PROBLEMS)[number]

const runningStream = z.object({
  streamId: id,
  title: z.string(),
  viewers: z.int(),
  bitsPerSecond: z.number(),
  /** Fraction of the broadcaster's packets that were lost, 0 to 1. */
  lostRatio: z.number(),
  isRecording: z.boolean(),
})

/** The state of the live engine, for admins. */
const liveStatus = z.object({
  isUp: z.boolean(),
  /** CPU in seconds since each process started; memory in bytes. */
  processes: z.array(z.object({ cpuSeconds: z.number(), memoryBytes: z.int(), restarts: z.int() })),
  media: z.object({
    /** The address that the engine listens on. */
    host: z.string(),
    /** UDP, one per process. */
    ports: z.array(z.int()),
    /** The addresses that the engine's ICE candidates announce. */
    addresses: z.array(z.string()),
  }),
  hasTurn: z.boolean(),
  problems: z.array(z.enum(LIVE_PROBLEMS)),
  streams: z.array(runningStream),
})
export type LiveStatus = z.output<typeof liveStatus>

export const getLiveStatus = endpoint({
  method: 'GET',
  path: '/api/admin/live',
  access: 'admin',
  response: liveStatus,
})
