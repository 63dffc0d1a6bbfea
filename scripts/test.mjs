// `npm test` checks everything; `npm test -- NAME` and `npm test -- changed` check a part. Until the packages are
// installed, only Node's built-in modules can be imported here.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from './test/environment.mjs'
import { measureTimeFactor } from './test/machine-speed.mjs'
import { planRun } from './test/plan.mjs'
import { runCommand, stopCommands } from './test/run-command.mjs'
import { runQueues } from './test/run-queues.mjs'
import { runStep } from './test/run-step.mjs'
import { removeRunFolder, collectLeftovers, createRunFolder } from './test/run-folder.mjs'
import { writeReports, runSecondPass } from './test/second-pass.mjs'
import { printSummary, showRerun, showResult } from './test/show.mjs'

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
const timeFactor = await measureTimeFactor()
console.log(`Time limits: ${timeFactor.toFixed(1)} times those of the reference machine.`)
const runFolder = createRunFolder()
const { results, reruns } = await runAll(plan.steps)
removeRunFolder(runFolder)
if (!interrupted) printSummary(results, reruns, { seconds: (performance.now() - started) / 1000, timeFactor })
process.exitCode = interrupted ? 130 : results.every(({ ok }) => ok) ? 0 : 1

async function runAll(steps) {
  const env = testEnvironment(process.env, { temporaryFolder: runFolder, timeFactor })
  mkdirSync('test-results', { recursive: true })
  // A step that ends before it writes its report must not leave the last run's.
  for (const name of readdirSync('test-results'))
    if (name.endsWith('.json')) rmSync(join('test-results', name))
  const firstPass = await runQueues(steps, {
    run: (step) => runStep(step, env),
    onResult: showResult,
    isInterrupted: () => interrupted,
  })
  const { results, reruns } = await runSecondPass(interrupted ? [] : steps, firstPass, {
    run: (command) => runCommand(command, { env }),
    onRerun: showRerun,
    onResult: showResult,
  })
  writeReports(reruns)
  const remaining = await collectLeftovers(runFolder)
  const tidy = { name: 'tidy', ok: remaining.length === 0, seconds: 0, output: remaining.join('\n') }
  showResult(tidy)
  return { results: [...results, tidy], reruns }
}

/** The signal may arrive twice: from the terminal and from npm. */
function interrupt(signal) {
  if (interrupted) return
  interrupted = true
  console.log(`\n${signal}: stopping`)
  void stopCommands()
}
