import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Written by the reporter of vitest. */
export const UNIT_FAILURES = 'test-results/unit-failures.json'

/**
 * A failed test with the titles of its groups and its own; `titles: null` stands for all tests of the file (a failed hook, a
 * crash), `file: null` for an error of no file. `project` is Playwright's, `message` the error of the failure.
 *
 * @typedef {{ file: string | null, titles: string[] | null, project?: string, message: string }} FailedTest
 */

/**
 * @param {string} path of UNIT_FAILURES
 * @returns {FailedTest[] | null} `null` without a report
 */
export function failedUnitTests(path = UNIT_FAILURES) {
  const failures = readReport(path)
  if (!failures) return null
  const wholeFiles = new Set(failures.filter(({ titles }) => titles === null).map(({ file }) => file))
  const seen = new Set()
  // A file that runs again as a whole includes its tests.
  return failures.filter(({ file, titles }) => {
    const key = JSON.stringify([file, titles])
    if (seen.has(key) || (titles !== null && wholeFiles.has(file))) return false
    seen.add(key)
    return true
  })
}

/**
 * @param {string} path of Playwright's JSON report
 * @returns {FailedTest[] | null} `null` without a report
 */
export function failedStories(path) {
  const report = readReport(path)
  if (!report) return null
  const errors = (report.errors ?? []).map((error) => ({
    file: null,
    titles: null,
    message: messageOf(error),
  }))
  return [...errors, ...report.suites.flatMap((suite) => ofSuite(suite, []))]
}

/**
 * @param {string} path of the report of the short forms
 * @returns {FailedTest[] | null} `null` without a report
 */
export function failedBenchmarks(path) {
  const report = readReport(path)
  if (!report) return null
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message }) => ({ file: name, titles: null, message }))
}

/** A top-level suite is a file; its nested suites are groups, whose titles precede the test's. */
function ofSuite({ specs = [], suites = [] }, titles) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        file: `e2e/${file}`,
        titles: [...titles, title],
        project: projectName,
        message: messageOf(results.findLast(({ error }) => error)?.error),
      })),
  )
  return [...failed, ...suites.flatMap((suite) => ofSuite(suite, [...titles, suite.title]))]
}

function messageOf(error) {
  return stripVTControlCharacters(error?.message ?? 'failed')
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
