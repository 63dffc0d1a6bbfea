import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/**
 * What the server itself can tell is wrong with how viewers reach the live engine, for the address that the page was
 * opened under: the engine doesn't run; it listens on this machine alone; the address that browsers are told is one of
 * a private network.
 */
const LIVE_PROBLEMS = ['engineDown', 'loopbackOnly', 'privateAddress'] as const
export type LiveProblem = (typeof LIVE_PROBLEMS)[number]

const runningStream = z.object({
  streamId: id,
  title: z.string(),
  viewers: z.int(),
  bitsPerSecond: z.number(),
  /** Part of the broadcaster's packets, 0 to 1. */
  lostRatio: z.number(),
  isRecording: z.boolean(),
})

/** How the live engine stands, for admins. */
const liveStatus = z.object({
  isUp: z.boolean(),
  /** CPU in seconds since each process started; memory in bytes. */
  processes: z.array(z.object({ cpuSeconds: z.number(), memoryBytes: z.int(), restarts: z.int() })),
  media: z.object({
    /** Where it listens. */
    host: z.string(),
    /** UDP, one a process. */
    ports: z.array(z.int()),
    /** What browsers are told to send to. */
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
