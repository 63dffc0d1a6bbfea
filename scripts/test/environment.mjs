/** What an operator sets for the app; a test must not meet it. Grows with the configuration. */
const OPERATOR =
  /^(NODE_ENV|PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|SESSION_SECRET|TRUST_PROXY|LOG_LEVEL|LIVE_.*|SOCKET_.*|PASSWORD_.*)$/

/**
 * The environment of every check: the caller's, without the app's configuration, so that results are the same in
 * every shell.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} temporaryFolder
 */
export function testEnvironment(env, temporaryFolder) {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !OPERATOR.test(name)))
  delete kept.FORCE_COLOR
  const colour = process.stdout.isTTY && !env.NO_COLOR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  return { ...kept, ...colour, TMPDIR: temporaryFolder }
}
