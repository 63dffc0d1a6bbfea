import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** Days in which a user counts as signed up recently. */
export const RECENT_DAYS = 7

/** The figures of the site. Deactivated users count in `totalUsers`; `recentSignups` are those of the last `RECENT_DAYS`. */
const dashboardStats = z.object({
  totalUsers: z.int(),
  activeUsers: z.int(),
  totalStreams: z.int(),
  liveStreams: z.int(),
  /** May be as old as `COUNTS_SECONDS`. */
  totalPosts: z.int(),
  recentSignups: z.int(),
  /** Contact messages that no admin has marked as done. */
  openMessages: z.int(),
})
export type DashboardStats = z.output<typeof dashboardStats>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  response: dashboardStats,
})

/** The parts of the site that are checked, in the order in which they are shown. */
export const HEALTH_CHECKS = [
  'database',
  'storage',
  'liveEngine',
  'jobs',
  'disk',
  'mail',
  'payments',
] as const

/** `off`: the operator has not configured it. */
const HEALTH_STATES = ['ok', 'warning', 'failed', 'off'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

/** The result of a check. The page has a text for each, which also says what to do. */
const HEALTH_DETAILS = [
  'databaseOk',
  'databaseUnreachable',
  'databaseTimeout',
  'databaseBusy',
  'databaseFull',
  'storageOk',
  'storageFailed',
  'storageFull',
  'engineOk',
  'engineDown',
  'loopbackOnly',
  'privateAddress',
  'jobsOk',
  'jobsWait',
  'jobsFailed',
  'workerMissing',
  'diskOk',
  'diskLow',
  'diskFull',
  'mailOk',
  'mailOff',
  'mailFailing',
  'paymentsOk',
  'paymentsOff',
  'paymentsSandbox',
  'ledgerDiffers',
  /** The check itself exceeded its time limit, failed because the database did, or failed otherwise. */
  'timedOut',
  'needsDatabase',
  'checkFailed',
] as const
export type HealthDetail = (typeof HEALTH_DETAILS)[number]

const healthCheck = z.object({
  name: z.enum(HEALTH_CHECKS),
  state: z.enum(HEALTH_STATES),
  detail: z.enum(HEALTH_DETAILS),
  /** The number in the text of the detail: milliseconds, seconds, bytes or jobs. */
  figure: z.nullable(z.number()),
})
export type HealthCheck = z.output<typeof healthCheck>

const health = z.object({
  checks: z.array(healthCheck),
  /** The UDP ports of the live engine, one for each of its processes, for a test from the browser. */
  mediaPorts: z.array(z.int()),
})
export type Health = z.output<typeof health>

/** Checks each part of the site now. A check that fails or hangs does not fail the call. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  response: health,
})
