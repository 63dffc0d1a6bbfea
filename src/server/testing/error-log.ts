import { pino } from 'pino'
import { afterEach } from 'vitest'

const MAX_LINES = 20
const lines: string[] = []
const level = process.env['TEST_LOG'] ?? 'error'

/**
 * The log of apps in tests. Its errors are printed only after a failed test, whose cause they often name; `TEST_LOG=debug` prints
 * everything at once.
 */
export const testLog = process.env['TEST_LOG'] ? pino({ level }) : pino({ level }, { write: keep })

/** Prints what was logged during each test that fails. Called once for each file. */
export function printErrorsOfFailedTests(): void {
  lines.length = 0
  afterEach(({ task }) => {
    if (task.result?.state === 'fail' && lines.length > 0)
      // oxlint-disable-next-line no-console -- the reporter shows it below the test's name
      console.error(`The log of '${task.name}':\n${lines.join('')}`)
    lines.length = 0
  })
}

function keep(line: string): void {
  lines.push(line)
  if (lines.length > MAX_LINES) lines.shift()
}
