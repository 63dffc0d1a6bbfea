import { existsSync, readFileSync } from 'node:fs'

/**
 * How many tests of a step passed, failed and were skipped. A step without tests of its own counts as one;
 * a step that failed although its tests passed (a crash, an unhandled error) counts as one failure more.
 *
 * @param {{ ok: boolean, report?: string }} result
 */
export function tallyStep({ ok, report }) {
  const counts = report && existsSync(report) ? readReport(report) : null
  if (!counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readReport(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'))
  if (report.stats) {
    const { expected, flaky, unexpected, skipped } = report.stats
    return { passed: expected + flaky, failed: unexpected, skipped }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

/** Adds tallies up. */
export function sumTallies(tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const tally of tallies) for (const key of Object.keys(sum)) sum[key] += tally[key]
  return sum
}
