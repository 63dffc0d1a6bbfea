import { affectedBy } from './affected.mjs'
import { changedFiles } from './changed-files.mjs'
import { STEPS } from './steps.mjs'
import { findTestFiles } from './test-files.mjs'

/** @typedef {import('./steps.mjs').Step} Step */
/** A step that may be limited to some of its files. @typedef {Step & { files?: string[] }} Chosen */

/**
 * Selects the steps for the command-line arguments: all without arguments; a step by its name; else the tests whose path
 * contains the argument. `changed` selects what the changes since a revision (the next argument, else `main`) can affect.
 * Prerequisites of a step precede it. `--shard=1/2` selects half of the tests; the first shard includes all other steps.
 *
 * @param {string} root
 * @param {string[]} args
 * @returns {{ steps: Step[] } | { problem: string }}
 */
export function planRun(root, args) {
  const names = args.filter((word) => !word.startsWith('--'))
  const options = args.filter((word) => word.startsWith('--'))
  const shard = /^--shard=([1-9]\d*)\/([1-9]\d*)$/.exec(options[0] ?? '')
  if (options.length > 1 || (options.length === 1 && (!shard || Number(shard[1]) > Number(shard[2]))))
    return { problem: `'${options.join(' ')}' is not understood. ${usage()}` }
  const chosen = names[0] === 'changed' ? chooseChanged(root, names.slice(1)) : chooseNamed(root, names)
  if ('problem' in chosen) return chosen
  const steps = withPrerequisites(chosen.steps).map(withFiles)
  return { steps: shard ? onShard(steps, shard[1], shard[0]) : steps }
}

function chooseNamed(root, names) {
  const steps = new Map(names.length > 0 ? [] : STEPS.map((step) => [step.name, step]))
  for (const name of names) {
    const found = stepsFor(root, name)
    if (found.length === 0) return { problem: `Nothing is called '${name}'. ${usage()}` }
    for (const step of found) steps.set(step.name, merge(steps.get(step.name), step))
  }
  return { steps }
}

function chooseChanged(root, [revision, ...more]) {
  if (more.length > 0) return { problem: `'changed' takes one revision. ${usage()}` }
  const changed = changedFiles(root, revision)
  if ('problem' in changed) return changed
  const affected = affectedBy(root, changed.files)
  console.log(`${changed.files.length} files changed since ${changed.base}.`)
  const steps = STEPS.flatMap((step) => {
    const what = affected[step.name] ?? true
    if (what === false || (Array.isArray(what) && what.length === 0)) return []
    return [[step.name, Array.isArray(what) ? { ...step, files: what } : step]]
  })
  return { steps: new Map(steps) }
}

function stepsFor(root, name) {
  const step = STEPS.find((candidate) => candidate.name === name)
  if (step) return [step]
  const files = findTestFiles(root, name)
  return STEPS.filter((candidate) => files[candidate.name]?.length > 0).map((candidate) => ({
    ...candidate,
    files: files[candidate.name],
  }))
}

/** Two names may select files of the same step; a step selected by name runs all its files. */
function merge(existing, step) {
  if (!existing) return step
  if (!existing.files || !step.files) return { ...step, files: undefined }
  return { ...step, files: [...new Set([...existing.files, ...step.files])] }
}

function withFiles(step) {
  const paths = step.files ?? step.paths
  return paths ? { ...step, commands: step.commands.map((command) => [...command, ...paths]) } : step
}

function withPrerequisites(chosen) {
  const names = new Set(['install', ...chosen.keys()])
  for (const step of [...STEPS].reverse())
    if (names.has(step.name)) for (const first of step.needs ?? []) names.add(first)
  return STEPS.filter((step) => names.has(step.name)).map((step) => chosen.get(step.name) ?? step)
}

/** Steps without shards run on the first shard; on the others only if a sharded step needs them. */
function onShard(steps, index, option) {
  const needed = new Set([
    'install',
    ...steps.filter(({ shards }) => shards).flatMap(({ needs = [] }) => needs),
  ])
  return steps
    .filter(({ name, shards }) => index === '1' || shards || needed.has(name))
    .map((step) =>
      step.shards ? { ...step, commands: step.commands.map((command) => [...command, option]) } : step,
    )
}

function usage() {
  return `Name a step (${STEPS.map((step) => step.name).join(', ')}), a part of a test file's path, or 'changed'; --shard=1/2 runs a half.`
}
