import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts the passed, failed and skipped tests of a step. A step without a report counts as one test. A step that failed
 * although its tests passed (a crash, an unhandled error) counts as one failure more.
 *
 * @param {{ ok: boolean, report?: string }} result
 */
export function countTests({ ok, report }) {
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

/** Adds the counts of all steps. */
export function sumCounts(allCounts) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const counts of allCounts) for (const key of Object.keys(sum)) sum[key] += counts[key]
  return sum
}
