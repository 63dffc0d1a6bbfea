/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {{ name: string, ok: boolean, seconds: number, output: string, live?: boolean, report?: string }} Result */

/**
 * Runs the steps: those of a lane one after the other, the lanes beside each other, and what every lane needs (steps
 * without a lane) before them. A step waits for those it names in `after` and `needs`, and does not run where one
 * that it needs has failed. Returns the results in the order of the steps.
 *
 * @param {Step[]} steps
 * @param {{ run: (step: Step) => Promise<Result>, onResult?: (result: Result) => void, isInterrupted?: () => boolean }} how
 * @returns {Promise<Result[]>}
 */
export async function runLanes(steps, { run, onResult = () => {}, isInterrupted = () => false }) {
  /** @type {Map<string, Result>} */
  const done = new Map()
  const pending = new Map(steps.map(({ name }) => [name, withResolvers()]))
  const runOne = async (step) => {
    for (const name of [...(step.after ?? []), ...(step.needs ?? [])]) await pending.get(name)?.promise
    if (isInterrupted()) return
    const failed = step.needs?.find((name) => done.get(name)?.ok === false)
    const result = failed ? notRun(step, `${failed} failed`) : await run(step)
    done.set(step.name, result)
    onResult(result)
  }
  const runLane = async (lane) => {
    for (const step of steps.filter((candidate) => candidate.lane === lane)) {
      await runOne(step)
      // Also when it did not run: whoever waits for it goes on and sees that there is nothing to wait for.
      pending.get(step.name)?.resolve()
    }
  }
  await runLane(undefined)
  // Without packages nothing else can run.
  if ([...done.values()].every(({ ok }) => ok)) {
    const lanes = new Set(steps.map(({ lane }) => lane).filter((lane) => lane !== undefined))
    await Promise.all([...lanes].map(runLane))
  }
  return steps.flatMap(({ name }) => done.get(name) ?? [])
}

function notRun({ name }, reason) {
  return { name, ok: false, seconds: 0, output: `not run: ${reason}\n` }
}

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise((settle) => (resolve = settle))
  return { promise, resolve }
}
