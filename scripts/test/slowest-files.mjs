import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * The test files that took longest, as the steps' reports tell.
 *
 * @param {{ report?: string }[]} results
 * @param {number} count
 * @returns {{ path: string, tests: number, seconds: number }[]}
 */
export function slowestFiles(results, count) {
  return results
    .flatMap(({ report }) => (report && existsSync(report) ? readReport(report) : []))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}

function readReport(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return report.suites ? report.suites.map(ofPlaywright) : report.testResults.map(ofVitest)
}

function ofVitest({ name, startTime, endTime, assertionResults }) {
  return {
    path: relative(process.cwd(), name),
    tests: assertionResults.length,
    seconds: (endTime - startTime) / 1000,
  }
}

/** A suite is a file; groups in it are suites of their own. */
function ofPlaywright(suite) {
  const runs = testsOf(suite).flatMap(({ results }) => results)
  const ms = runs.reduce((sum, { duration }) => sum + duration, 0)
  return { path: `e2e/${suite.file}`, tests: runs.length, seconds: ms / 1000 }
}

function testsOf({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)]
}
