import type { Logger } from 'pino'
import { HEALTH_CHECKS, type HealthCheck } from '#shared/operations/admin-dashboard.ts'
import { withinLimit } from '#server/concurrency/time-limit.ts'
import { databaseFailureOf } from '#server/db/database-failure.ts'
import { codeOf, oneLine } from '#server/startup/startup-error.ts'

/** The result of a check. */
export type CheckResult = Pick<HealthCheck, 'state' | 'detail'> & { figure?: number }
export type Checks = Record<HealthCheck['name'], () => Promise<CheckResult>>

/** Longer than the time limit of the database's ping, which reports a more precise reason. */
const CHECK_LIMIT_MS = 3000

/** Runs all checks concurrently. A check that hangs or throws has failed; its reason is logged. */
export function runChecks(checks: Checks, log: Logger): Promise<HealthCheck[]> {
  return Promise.all(
    HEALTH_CHECKS.map(async (name) => {
      const {
        state,
        detail,
        figure = null,
      } = await withinLimit(checks[name](), CHECK_LIMIT_MS).catch((error: unknown) => {
        log.error({ check: name, reason: oneLine(error) }, 'a health check failed')
        return toCheckResult(error)
      })
      return { name, state, detail, figure }
    }),
  )
}

function toCheckResult(error: unknown): CheckResult {
  if (codeOf(error) === 'ETIMEDOUT') return { state: 'failed', detail: 'timedOut' }
  return { state: 'failed', detail: databaseFailureOf(error) ? 'needsDatabase' : 'checkFailed' }
}
