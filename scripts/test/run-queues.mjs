/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {{ name: string, ok: boolean, wasKilled?: boolean, seconds: number, output: string, live?: boolean, report?: string, flaky?: number }} Result */

/**
 * Runs the steps: first those without a queue, then the queues in parallel, and the steps of a queue one after another.
 * A step waits for the steps in its `needs`, and does not run when one of them has failed. Returns the results in the order
 * of the steps.
 *
 * @param {Step[]} steps
 * @param {{ run: (step: Step) => Promise<Result>, onResult?: (result: Result) => void, isInterrupted?: () => boolean }} options
 * @returns {Promise<Result[]>}
 */
export async function runQueues(steps, { run, onResult = () => {}, isInterrupted = () => false }) {
  /** @type {Map<string, Result>} */
  const resultsByName = new Map()
  const finishedByName = new Map(steps.map(({ name }) => [name, withResolvers()]))
  const runOne = async (step) => {
    for (const name of step.needs ?? []) await finishedByName.get(name)?.promise
    if (isInterrupted()) return
    const failed = step.needs?.find((name) => resultsByName.get(name)?.ok === false)
    const result = failed ? notRun(step, `${failed} failed`) : await run(step)
    resultsByName.set(step.name, result)
    onResult(result)
  }
  const runQueue = async (queue) => {
    for (const step of steps.filter((candidate) => candidate.queue === queue)) {
      await runOne(step)
      // Also when it did not run, so that steps that wait for it continue.
      finishedByName.get(step.name)?.resolve()
    }
  }
  await runQueue(undefined)
  // The other steps need the installed packages.
  if ([...resultsByName.values()].every(({ ok }) => ok)) {
    const queues = new Set(steps.map(({ queue }) => queue).filter((queue) => queue !== undefined))
    await Promise.all([...queues].map(runQueue))
  }
  return steps.flatMap(({ name }) => resultsByName.get(name) ?? [])
}

function notRun({ name }, reason) {
  return { name, ok: false, seconds: 0, output: `not run: ${reason}\n` }
}

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise((resolvePromise) => (resolve = resolvePromise))
  return { promise, resolve }
}
