import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { icu } from './scripts/icu.ts'

const databaseSetup = 'src/server/db/test-global-setup.ts'

export default defineConfig({
  test: {
    // The live engine's native module aborts a process whose threads share it.
    pool: 'forks',
    // Tests of servers wait more than they compute.
    maxWorkers: '100%',
    // A condition that other tests' load delays is not a failure.
    expect: { poll: { timeout: 15_000 } },
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
          setupFiles: ['scripts/checks/patient-waits.ts'],
          include: ['src/{server,media,shared}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
          // Tests start real servers and databases, on two cores that other tests use too.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [icu()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: ['scripts/checks/clean-page.ts', 'scripts/checks/patient-waits.ts'],
          include: ['src/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
