// `npm test` checks everything; `npm test -- NAME` and `npm test -- changed` check a part. Until the packages are
// installed, only Node's built-in modules can be imported here.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from './test/environment.mjs'
import { planRun } from './test/plan.mjs'
import { stopCommands } from './test/run-command.mjs'
import { runQueues } from './test/run-queues.mjs'
import { runStep } from './test/run-step.mjs'
import { removeRunFolder, collectLeftovers, createRunFolder } from './test/run-folder.mjs'
import { printSummary, showResult } from './test/show.mjs'

const started = performance.now()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const plan = planRun(root, process.argv.slice(2))
if ('problem' in plan) {
  console.error(plan.problem)
  process.exit(1)
}
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
const runFolder = createRunFolder()
const results = await runAll(plan.steps)
removeRunFolder(runFolder)
if (!interrupted) printSummary(results, (performance.now() - started) / 1000)
process.exitCode = interrupted ? 130 : results.every(({ ok }) => ok) ? 0 : 1

async function runAll(steps) {
  const env = testEnvironment(process.env, runFolder)
  mkdirSync('test-results', { recursive: true })
  for (const { report } of steps) if (report) rmSync(report, { force: true })
  const done = await runQueues(steps, {
    run: (step) => runStep(step, env),
    onResult: showResult,
    isInterrupted: () => interrupted,
  })
  const remaining = await collectLeftovers(runFolder)
  const tidy = { name: 'tidy', ok: remaining.length === 0, seconds: 0, output: remaining.join('\n') }
  showResult(tidy)
  return [...done, tidy]
}

/** The signal may arrive twice: from the terminal and from npm. */
function interrupt(signal) {
  if (interrupted) return
  interrupted = true
  console.log(`\n${signal}: stopping`)
  void stopCommands()
}
