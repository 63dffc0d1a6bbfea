import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type {} from './src/media/testing/provided.d.ts'
import { icu } from './scripts/icu.ts'

const databaseSetup = 'src/server/db/testing/test-global-setup.ts'

export default defineConfig({
  test: {
    // The live engine's native module aborts a process whose threads share it.
    pool: 'forks',
    // Loading the packages costs more than most files' tests: files share a process, one after the other.
    isolate: false,
    // Tests of servers wait more than they compute.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A condition that other tests' load delays is not a failure.
    expect: { poll: { timeout: 15_000 } },
    // How many times as often the tests that repeat something do it: `npm run soak` sets it.
    provide: { soak: Number(process.env['SOAK'] ?? 1) },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    server: { deps: { inline: ['use-intl'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          setupFiles: ['scripts/test/extend-wait-timeouts.ts'],
          include: ['src/{server,media,shared}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
          // Tests start real servers and databases: far beyond what they take, so that a busy machine fails none.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        plugins: [icu()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: ['scripts/test/reset-page.ts', 'scripts/test/extend-wait-timeouts.ts'],
          include: ['src/web/**/*.test.{ts,tsx}'],
          // The library's own build for browsers, as the page gets it.
          alias: [{ find: /^tus-js-client$/, replacement: 'tus-js-client/lib.es5/browser/index.js' }],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
