import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { UNIT_FAILURES } from './failed-tests.mjs'

type Failure = { file: string | null; titles: string[] | null; message: string }
type Errors = ReadonlyArray<{ message: string; VITEST_TEST_PATH?: unknown }>

/**
 * Writes what failed in a run of vitest, so that it can run once more: tests, files with a failed hook or import, files that a
 * crash left unfinished, and files that caused an error outside of a test. `file: null` marks errors of no file.
 */
// oxlint-disable-next-line import/no-default-export -- vitest loads the default export of a reporter's file
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const failures = modules.flatMap(failuresOf)
    const others = unhandled.map(ofUnhandledError)
    const unfinished = failures.some(({ message }) => message === UNFINISHED)
    // The end of a worker process is an error of no file, but leaves its file unfinished.
    failures.push(...others.filter(({ file }) => file !== null || !unfinished))
    writeFileSync(UNIT_FAILURES, JSON.stringify(failures))
  }
}

const UNFINISHED = 'did not finish'

function failuresOf(module: TestModule): Failure[] {
  const file = relative(process.cwd(), module.moduleId)
  const state = module.state()
  if (state === 'queued' || state === 'pending') return [{ file, titles: null, message: UNFINISHED }]
  const hookErrors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  const [first] = hookErrors
  if (first) return [{ file, titles: null, message: first.message }]
  return [...module.children.allTests('failed')].map((test) => ofTest(file, test))
}

function ofTest(file: string, test: TestCase): Failure {
  return { file, titles: titlesOf(test), message: test.result().errors?.[0]?.message ?? 'failed' }
}

function titlesOf({ name, parent }: TestCase | TestSuite): string[] {
  return parent.type === 'module' ? [name] : [...titlesOf(parent), name]
}

function ofUnhandledError({ message, VITEST_TEST_PATH: path }: Errors[number]): Failure {
  return { file: typeof path === 'string' ? relative(process.cwd(), path) : null, titles: null, message }
}
