import { relative } from 'node:path'
import { readReport } from './read-report.mjs'

/**
 * The slowest test files in the reports of the steps.
 *
 * @param {{ report?: string }[]} results
 * @param {number} count
 * @returns {{ path: string, tests: number, seconds: number }[]}
 */
export function slowestFiles(results, count) {
  return results
    .flatMap(({ report }) => filesOf(readReport(report)))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

function filesOf(report) {
  if (!report) return []
  return report.suites ? report.suites.map(ofPlaywright) : report.testResults.map(ofVitest)
}

function ofVitest({ name, startTime, endTime, assertionResults }) {
  return {
    path: relative(process.cwd(), name),
    tests: assertionResults.length,
    seconds: (endTime - startTime) / 1000,
  }
}

/** A top-level suite is a file; its nested suites are groups. */
function ofPlaywright(suite) {
  const runs = testsOf(suite).flatMap(({ results }) => results)
  const ms = runs.reduce((sum, { duration }) => sum + duration, 0)
  return { path: `e2e/${suite.file}`, tests: runs.length, seconds: ms / 1000 }
}

function testsOf({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)]
}
