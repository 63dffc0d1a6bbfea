import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import startPostgres from '../../e2e/support/test-postgres.ts'
import { scaled } from '../../scripts/test/machine-limits.ts'
import { runConcurrently } from './run-concurrently.ts'

/**
 * Runs the short forms of the benchmarks at the given paths, each in a process of its own as `npm run bench` starts it. They share
 * one PostgreSQL, because starting one takes as long as a short form. Fails when one exits with an error or prints nothing.
 * `--report=FILE` writes the results in the form of vitest's report.
 */
const CONCURRENCY = 2
/** A benchmark that waits for ever is ended. */
const TIMEOUT_MS = scaled(5 * 60_000)

const words = process.argv.slice(2)
const waiting = words.filter((word) => !word.startsWith('--'))
const reportFile = words.find((word) => word.startsWith('--report='))?.slice('--report='.length)
const results: { path: string; startTime: number; endTime: number; isOk: boolean; output: string }[] = []
const running = new Set<ChildProcess>()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
const stopPostgres = await startPostgres()
try {
  await runConcurrently(CONCURRENCY, waiting.length, async () => {
    const path = waiting.shift()
    if (path !== undefined) await runOne(path)
  })
} finally {
  await stopPostgres()
}
// The results of a stopped run are incomplete.
if (reportFile !== undefined && !isStopped) await writeFile(reportFile, JSON.stringify(toReport()))
if (isStopped || results.some(({ isOk }) => !isOk)) process.exitCode = 1

async function runOne(path: string): Promise<void> {
  const startTime = Date.now()
  const { code, output } = await run(path)
  const endTime = Date.now()
  const isOk = code === 0 && output.trim() !== ''
  results.push({ path, startTime, endTime, isOk, output })
  const seconds = ((endTime - startTime) / 1000).toFixed(1)
  console.log(`── ${path}: ${isOk ? 'ok' : `failed (exit code ${code})`}, ${seconds} s\n${output}`)
}

function run(path: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', path, '--short'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, output })
    })
  })
}

/** The running benchmarks end with errors; the others are not started. */
function stop(signal: NodeJS.Signals): void {
  isStopped = true
  waiting.length = 0
  for (const child of running) child.kill(signal)
}

function toReport() {
  const numFailedTests = results.filter(({ isOk }) => !isOk).length
  return {
    numPassedTests: results.length - numFailedTests,
    numFailedTests,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: results.map(({ path, startTime, endTime, isOk, output }) => ({
      name: path,
      startTime,
      endTime,
      status: isOk ? 'passed' : 'failed',
      message: output,
      assertionResults: [{}],
    })),
  }
}
