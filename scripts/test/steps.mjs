import { checkMachine, installPackages } from '../prepare/prepare.mjs'
import { chromiumRemedy, findChromium } from './chromium.mjs'

const bin = (name) => `node_modules/.bin/${name}`

/** Folders with code of ours; oxlint would walk into node_modules when it is given none. */
const CONFIGS = ['vite', 'vitest', 'playwright', 'drizzle'].map((tool) => `${tool}.config.ts`)
export const CODE = ['src', 'scripts', 'e2e', 'bench', ...CONFIGS]

/**
 * One line of the test run. `commands` all have to succeed (none: there is nothing to do). The steps of a `lane` run one
 * after the other, the lanes beside each other; what has no lane runs before them. `after` names steps that run first,
 * `needs` those that also have to succeed. `live` shows its output while it runs (one lane only), `report` is where it
 * writes the counts of its tests, and `shards` says that it takes `--shard`. `paths` are what it looks at where nothing
 * less is asked for.
 *
 * @typedef {{
 *   name: string,
 *   commands: string[][] | (() => string[][] | Promise<string[][]>),
 *   lane?: 'checks' | 'tests',
 *   after?: string[],
 *   needs?: string[],
 *   live?: boolean,
 *   report?: string,
 *   shards?: boolean,
 *   paths?: string[],
 * }} Step
 */

/**
 * The steps, in the order of the summary. The checks of the code run beside the tests, which often wait.
 *
 * @type {Step[]}
 */
export const STEPS = [
  { name: 'install', commands: install },
  {
    name: 'messages',
    lane: 'checks',
    commands: [
      ['node', 'scripts/messages.mjs'],
      ['node', 'scripts/literals.mjs'],
    ],
  },
  { name: 'format', lane: 'checks', commands: [[bin('oxfmt'), '--check']] },
  {
    name: 'lint',
    lane: 'checks',
    commands: [[bin('oxlint'), '--type-aware', '--deny-warnings']],
    paths: CODE,
  },
  {
    name: 'types',
    lane: 'checks',
    // The catalogue check writes the type of the message keys.
    after: ['messages'],
    commands: ['server', 'web', 'tools'].map((part) => [bin('tsc'), '-p', `tsconfig.${part}.json`]),
  },
  { name: 'boundaries', lane: 'checks', commands: [['node', 'scripts/checks/boundaries.mjs']] },
  { name: 'dead-code', lane: 'checks', commands: [[bin('knip'), '--no-progress']] },
  {
    name: 'size',
    lane: 'checks',
    needs: ['build', 'chromium'],
    // Another reporter than the stories', whose counts it would overwrite.
    commands: [
      [bin('playwright'), 'test', '--project=size', '--reporter=list', '--output=test-results/size'],
    ],
  },
  { name: 'chromium', lane: 'tests', commands: chromiumCommands },
  { name: 'build', lane: 'tests', commands: [['node', 'scripts/build.mjs']] },
  {
    name: 'unit',
    lane: 'tests',
    live: true,
    shards: true,
    report: 'test-results/unit.json',
    commands: [
      [
        bin('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=test-results/unit.json',
      ],
    ],
  },
  {
    name: 'browser',
    lane: 'tests',
    live: true,
    shards: true,
    needs: ['build', 'chromium'],
    report: 'test-results/browser.json',
    commands: [[bin('playwright'), 'test', '--project=media', '--project=pages']],
  },
]

async function install() {
  checkMachine(process)
  await installPackages(process.cwd())
  return []
}

function chromiumCommands() {
  if (findChromium()) return []
  const remedy = chromiumRemedy()
  if ('advice' in remedy) throw new Error(`No Chromium found: ${remedy.advice}.`)
  return remedy.commands
}
