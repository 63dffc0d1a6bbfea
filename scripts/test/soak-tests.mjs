import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { FAILURES_REPORT } from './second-pass.mjs'

const BUSY_LOOPS = 2
const DEFAULT_RUNS = 5

/**
 * Runs the tests several times (`--runs=5`) with two busy loops beside them, and lists every test that failed in a first pass, with
 * its first message. Takes names as `npm test` does; without names it runs all tests. Returns the exit code: 0 only if every run
 * was green and no test was flaky.
 *
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function soakTests(args) {
  const option = args.find((word) => word.startsWith('--runs='))
  const runs = option ? Number(option.slice('--runs='.length)) : DEFAULT_RUNS
  if (!Number.isInteger(runs) || runs < 1) {
    console.error(`'${option}' is not a number of runs above 0`)
    return 1
  }
  const names = args.filter((word) => word !== option)
  const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  try {
    const outcomes = []
    for (let run = 1; run <= runs; run += 1) {
      console.log(`\n── run ${run} of ${runs} ──`)
      outcomes.push(await runTests(names))
    }
    return report(outcomes)
  } finally {
    for (const loop of loops) loop.kill()
  }
}

async function runTests(names) {
  const args = ['scripts/test.mjs', ...(names.length > 0 ? names : ['unit', 'short-media', 'browser'])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  return { isGreen: code === 0, failed: readFailures() }
}

/** @returns {{ file: string | null, titles: string[] | null, message: string }[]} */
function readFailures() {
  try {
    return JSON.parse(readFileSync(FAILURES_REPORT, 'utf8'))
  } catch {
    // The run ended before its tests.
    return []
  }
}

function report(outcomes) {
  console.log('\n── tests that failed in a first pass ──')
  const failures = new Map()
  for (const { failed } of outcomes)
    for (const { file, titles, message } of failed) {
      const name = [file ?? 'outside of the test files', ...(titles ?? [])].join(' › ')
      failures.set(name, [...(failures.get(name) ?? []), message.split('\n')[0]])
    }
  for (const [name, [message, ...more]] of failures)
    console.log(`${more.length + 1} of ${outcomes.length}: ${name}\n    ${message}`)
  const green = outcomes.filter(({ isGreen }) => isGreen).length
  console.log(`${green} of ${outcomes.length} runs were green, ${failures.size} tests failed at least once`)
  return green === outcomes.length && failures.size === 0 ? 0 : 1
}
