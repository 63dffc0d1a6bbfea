import { readdirSync } from 'node:fs'
import { writeMessageTypes } from '../prepare/message-types.mjs'
import { checkMachine, installPackages } from '../prepare/prepare.mjs'
import { chromiumRemedy, findChromium } from './chromium.mjs'
import { failedBenchmarks, failedStories, failedUnitTests } from './failed-tests.mjs'
import { rerunBenchmark, rerunStory, rerunUnit } from './rerun.mjs'

const bin = (name) => `node_modules/.bin/${name}`

const BENCH_REPORT = 'test-results/bench.json'
const SHORT_MEDIA_REPORT = 'test-results/short-media.json'
const BROWSER_REPORT = 'test-results/browser.json'

/** Paths with code of this project; without paths, oxlint would walk into node_modules. */
const CONFIGS = ['vite', 'vitest', 'playwright', 'drizzle'].map((tool) => `${tool}.config.ts`)
export const CODE = ['src', 'scripts', 'e2e', 'bench', ...CONFIGS]

/**
 * Their short forms take several times the processor time of all others together: they run when they are named or changed,
 * and with `npm run bench -- --short`.
 */
const SLOW_BENCHMARKS = ['admin', 'chat', 'feed', 'first-frame', 'live', 'transcode', 'video-queues']
const BENCHMARKS = readdirSync(new URL('../../bench', import.meta.url)).filter(
  (file) => file.endsWith('.ts') && !SLOW_BENCHMARKS.includes(file.slice(0, -'.ts'.length)),
)

/** @typedef {import('./failed-tests.mjs').FailedTest} FailedTest */

/**
 * A step of the test run. All `commands` must succeed (an empty list succeeds). The steps of a `queue` run one after
 * another, queues run in parallel, and steps without a queue run before them. `needs` names steps that must succeed
 * before it. `live` prints its output while it runs (only in one queue), `report` is the file with the results of its
 * tests, `shards` marks that it accepts `--shard`, and `paths` are its default arguments. `failedTests` reads what
 * failed, and `rerunCommand` returns the command that runs one of these alone.
 *
 * @typedef {{
 *   name: string,
 *   commands: string[][] | (() => string[][] | Promise<string[][]>),
 *   queue?: 'checks' | 'tests',
 *   needs?: string[],
 *   live?: boolean,
 *   report?: string,
 *   shards?: boolean,
 *   paths?: string[],
 *   failedTests?: () => FailedTest[] | null,
 *   rerunCommand?: (test: FailedTest, folder: string, report: string) => string[],
 * }} Step
 */

/**
 * The steps, in the order of the summary. The code checks run in parallel with the tests, which often wait.
 *
 * @type {Step[]}
 */
export const STEPS = [
  { name: 'install', commands: install },
  // Its installation mostly waits, while the build computes.
  { name: 'chromium', queue: 'checks', commands: chromiumCommands },
  {
    name: 'messages',
    queue: 'checks',
    commands: [
      ['node', 'scripts/messages.mjs'],
      ['node', 'scripts/literals.mjs'],
    ],
  },
  { name: 'format', queue: 'checks', commands: [[bin('oxfmt'), '--check']] },
  {
    name: 'lint',
    queue: 'checks',
    // A thread for the linter and one for its type checker: with more, each repeats work for the types.
    commands: [['env', 'GOMAXPROCS=1', bin('oxlint'), '--threads=1', '--type-aware', '--deny-warnings']],
    paths: CODE,
  },
  {
    name: 'types',
    queue: 'checks',
    // Parallel checkers repeat work, and take the other cores from the tests.
    commands: ['server', 'web', 'tools'].map((part) => [
      bin('tsc'),
      '--singleThreaded',
      '-p',
      `tsconfig.${part}.json`,
    ]),
  },
  { name: 'boundaries', queue: 'checks', commands: [['node', 'scripts/checks/boundaries.mjs']] },
  { name: 'dead-code', queue: 'checks', commands: [[bin('knip'), '--no-progress']] },
  {
    name: 'bench',
    // The short forms wait more than they compute, and the checks end long before the tests.
    queue: 'checks',
    needs: ['build', 'chromium'],
    report: BENCH_REPORT,
    commands: [['node', 'scripts/bench.mjs', '--short', `--report=${BENCH_REPORT}`]],
    paths: BENCHMARKS.map((file) => `bench/${file}`),
    failedTests: () => failedBenchmarks(BENCH_REPORT),
    rerunCommand: rerunBenchmark,
  },
  {
    name: 'short-media',
    queue: 'checks',
    shards: true,
    needs: ['build', 'chromium'],
    report: SHORT_MEDIA_REPORT,
    commands: [
      [
        'env',
        `PLAYWRIGHT_JSON_OUTPUT_FILE=${SHORT_MEDIA_REPORT}`,
        bin('playwright'),
        'test',
        '--project=short-media',
        '--reporter=list,json',
        '--output=test-results/short-media',
      ],
    ],
    failedTests: () => failedStories(SHORT_MEDIA_REPORT),
    rerunCommand: rerunStory,
  },
  { name: 'build', queue: 'tests', commands: [['node', 'scripts/build.mjs']] },
  {
    name: 'unit',
    queue: 'tests',
    live: true,
    shards: true,
    report: 'test-results/unit.json',
    commands: [
      [
        bin('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        '--reporter=./scripts/test/failure-reporter.ts',
        '--outputFile.json=test-results/unit.json',
      ],
    ],
    failedTests: failedUnitTests,
    rerunCommand: rerunUnit,
  },
  {
    name: 'browser',
    queue: 'tests',
    live: true,
    shards: true,
    needs: ['build', 'chromium'],
    report: BROWSER_REPORT,
    commands: [[bin('playwright'), 'test', '--project=media', '--project=pages']],
    failedTests: () => failedStories(BROWSER_REPORT),
    rerunCommand: rerunStory,
  },
]

async function install() {
  checkMachine(process)
  await installPackages(process.cwd())
  writeMessageTypes(process.cwd())
  return []
}

function chromiumCommands() {
  if (findChromium()) return []
  const remedy = chromiumRemedy()
  if ('advice' in remedy) throw new Error(`No Chromium found: ${remedy.advice}.`)
  return remedy.commands
}
