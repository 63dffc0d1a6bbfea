import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite, Vitest } from 'vitest/node'
import { UNIT_FAILURES } from './failed-tests.mjs'

type Failure = { file: string | null; titles: string[] | null; message: string }
type VitestError = { message?: unknown; cause?: { message?: unknown }; VITEST_TEST_PATH?: unknown }

/**
 * Writes what failed in a run of vitest, so that it can run once more: tests, files with a failed hook or import, files that
 * a crash left unfinished or kept from starting, and files that caused an error outside of a test. `file: null` marks errors of
 * no file.
 */
// oxlint-disable-next-line import/no-default-export -- vitest loads the default export of a reporter's file
export default class FailureReporter implements Reporter {
  #vitest: Vitest | undefined
  #planned: string[] = []

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const planned = this.#vitest ? await onShard(this.#vitest, specifications) : specifications
    this.#planned = planned.map(pathOf)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly VitestError[]): void {
    const unfinished = this.#unfinished(modules)
    const isCrash = (error: VitestError) => unfinished.length > 0 && textOf(error).startsWith(POOL_ERROR)
    const crash = unhandled.find(isCrash)
    const message = crash ? `did not finish: ${textOf(crash.cause ?? crash)}` : 'did not finish'
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unfinished.map((file) => ({ file, titles: null, message })),
      // The end of a worker process is an error of no file, but leaves files unfinished.
      ...unhandled.filter((error) => !isCrash(error)).map(ofUnhandledError),
    ]
    writeFileSync(UNIT_FAILURES, JSON.stringify(failures))
  }

  /** A file that has not started when its worker process ends is in none of the modules. */
  #unfinished(modules: readonly TestModule[]): string[] {
    const finished = new Set(modules.filter(isFinished).map(pathOf))
    return [...new Set([...this.#planned, ...modules.map(pathOf)])].filter((file) => !finished.has(file))
  }
}

/** The specifications are those of all shards. */
async function onShard(vitest: Vitest, specifications: readonly TestSpecification[]) {
  const { shard, sequence } = vitest.config
  return shard ? new sequence.sequencer(vitest).shard([...specifications]) : specifications
}

/** Begins the message of an error of a worker process. */
const POOL_ERROR = '[vitest-pool]'

function isFinished(module: TestModule): boolean {
  return !['queued', 'pending'].includes(module.state())
}

function pathOf({ moduleId }: { moduleId: string }): string {
  return relative(process.cwd(), moduleId)
}

function failuresOf(module: TestModule): Failure[] {
  if (!isFinished(module)) return []
  const file = pathOf(module)
  const hookErrors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  const [first] = hookErrors
  if (first) return [{ file, titles: null, message: textOf(first) }]
  return [...module.children.allTests('failed')].map((test) => ofTest(file, test))
}

function ofTest(file: string, test: TestCase): Failure {
  return { file, titles: titlesOf(test), message: textOf(test.result().errors?.[0]) }
}

function titlesOf({ name, parent }: TestCase | TestSuite): string[] {
  return parent.type === 'module' ? [name] : [...titlesOf(parent), name]
}

function ofUnhandledError(error: VitestError): Failure {
  const { VITEST_TEST_PATH: path } = error
  return {
    file: typeof path === 'string' ? relative(process.cwd(), path) : null,
    titles: null,
    message: textOf(error),
  }
}

/** What is thrown need not be an error with a message. */
function textOf(error: { message?: unknown } | undefined): string {
  return typeof error?.message === 'string' ? error.message : 'failed'
}
