import { readReport } from './read-report.mjs'

/**
 * Counts the passed, failed and skipped tests of a step. A step without a report counts as one test. A step that failed
 * although its tests passed (a crash, an unhandled error) counts as one failure more. Its flaky tests, which passed in the second
 * pass, count as passed.
 *
 * @param {{ ok: boolean, report?: string, flaky?: number }} result
 */
export function countTests({ ok, report, flaky = 0 }) {
  const counts = countsOf(readReport(report))
  if (!counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  const failed = ok ? 0 : Math.max(1, counts.failed - flaky)
  return { ...counts, passed: counts.passed + Math.max(0, counts.failed - failed), failed }
}

function countsOf(report) {
  if (!report) return null
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
