/** Variables that configure the app, which must not reach the tests. */
const APP_CONFIGURATION =
  /^(NODE_ENV|PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|SESSION_SECRET|TRUST_PROXY|LOG_LEVEL|LIVE_.*|SOCKET_.*|PASSWORD_.*)$/

/**
 * The environment of every check: the caller's without the app's configuration, so that results do not depend on the
 * shell. `timeFactor` multiplies the time limits.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {{ temporaryFolder: string, timeFactor: number }} run
 */
export function testEnvironment(env, { temporaryFolder, timeFactor }) {
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !APP_CONFIGURATION.test(name)))
  delete inherited.FORCE_COLOR
  const colour = process.stdout.isTTY && !env.NO_COLOR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  return { ...inherited, ...colour, TMPDIR: temporaryFolder, TEST_TIME_FACTOR: String(timeFactor) }
}
