import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { PoolLimits } from '#server/db/pool.ts'
import type { BodyPace } from '#server/http/bodies/request-body.ts'
import { type MailConfig, readMail } from '#server/mail/mail-config.ts'
import { type PaymentsConfig, readPayments } from '#server/payments/payments-config.ts'
import { type DiskRules, readDiskRules } from '#server/storage/disk-rules.ts'
import { type TranscoderLimits, readTranscoderLimits } from '#server/transcoding/transcoder-limits.ts'
import {
  ConfigError,
  readInteger,
  readOneOf,
  readSeconds,
  readValue,
  invalidValue,
} from '#server/startup/environment.ts'
import { parseUrl } from '#shared/text/parse-url.ts'

export type Config = {
  env: 'production' | 'development' | 'test'
  /** 0 means any free port. */
  port: number
  host: string
  /** Origin of links and cookies; https makes cookies Secure. */
  publicUrl: URL
  /** Absolute. */
  dataDir: string
  /** `null` means the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Redis or Valkey, which carries the updates of pages between nodes; `null` means the database. */
  redisUrl: string | null
  /** For statements of calls and pages; jobs and migrations have longer ones. */
  databaseLimits: PoolLimits
  /** `null` means the secret that is generated and stored in `dataDir`. */
  sessionSecret: string | null
  /** Addresses, networks or the names `loopback`, `linklocal`, `uniquelocal`. */
  trustProxy: string[]
  logLevel: LogLevel
  live: {
    /** Address that the live engine listens on. */
    host: string
    /** Port of the first engine process; each further one uses the next. */
    udpPort: number
    processes: number
    announcedIp: string | null
    /** How long a stream stays live without its broadcaster. */
    graceMs: number
    /** How long a peer that sends nothing counts as connected. */
    peerTimeoutMs: number
    /** How long an engine process may send no heartbeat before it is replaced. */
    heartbeatTimeoutMs: number
    /** For viewers and broadcasters behind firewalls that block UDP; null: none. */
    turn: Turn | null
  }
  /** Outgoing mail; `null`: nothing is sent. */
  mail: MailConfig | null
  payments: PaymentsConfig
  /** Allows `/metrics` to other machines; `null`: only to this one. */
  metricsToken: string | null
  /** Memory for hashing a password (Argon2), in KiB. Less makes brute force cheaper; tests set less. */
  passwordHashKib: number
  /** Limits for decoding one untrusted image. */
  images: {
    memoryBytes: number
    /** CPU time. */
    cpuMs: number
    /** How long an idle image worker stays alive. */
    idleMs: number
  }
  /** Free bytes that media leave on the disks of `dataDir` and of the embedded database. */
  disk: DiskRules
  transcoding: TranscoderLimits
  /** Timeouts for slow clients. */
  http: {
    /** Longest time for the headers of a request, which have at most 16 KiB. */
    headersMs: number
    /** Minimum rate of a body. */
    bodyPace: BodyPace
    /** How long a client may read nothing of a response. */
    stalledResponseMs: number
    /** How long a connection may be idle between two requests. */
    keepAliveMs: number
    /** How long a part of an upload may send nothing. */
    uploadIdleMs: number
  }
  /** Runs jobs in this process; otherwise a worker (`npm run worker`) must run on this DATA_DIR. */
  runsJobs: boolean
  /** How long a node that does not renew its lease keeps its broadcasts and jobs. */
  nodeLeaseMs: number
  /** Time between two pings of a socket. */
  heartbeatMs: number
  /** How long trending hashtags, the counts of movements and the number of all posts are cached. */
  countsMs: number
}

/** A TURN server with a shared secret (coturn's `use-auth-secret`). */
export type Turn = { urls: string[]; secret: string }

type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Parses the environment. An unset or empty variable gets its default.
 * @throws {ConfigError} at the first invalid value
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = readInteger(env, 'PORT', { default: 3000, min: 0, max: MAX_PORT })
  const udpPort = readInteger(env, 'LIVE_UDP_PORT', { default: 40_000, min: 1, max: MAX_PORT })
  const mode = readOneOf(env, 'NODE_ENV', ['production', 'development', 'test'], 'production')
  const publicUrl = readPublicUrl(env, port)
  return {
    env: mode,
    port,
    host: readHost(env, 'HOST') ?? LOOPBACK,
    publicUrl,
    dataDir: resolve(readValue(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    databaseLimits: {
      acquireMs: readSeconds(env, 'DATABASE_ACQUIRE_SECONDS', 5),
      statementMs: readSeconds(env, 'DATABASE_STATEMENT_SECONDS', 5),
    },
    sessionSecret: readSecret(env, 'SESSION_SECRET', 32, 'have one made'),
    trustProxy: readTrustedProxies(env),
    logLevel: readOneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    live: {
      host: readHost(env, 'LIVE_HOST') ?? readHost(env, 'HOST') ?? LOOPBACK,
      udpPort,
      processes: readEngineProcesses(env, udpPort),
      announcedIp: readAnnouncedIp(env),
      graceMs: readSeconds(env, 'LIVE_GRACE_SECONDS', 60),
      peerTimeoutMs: readSeconds(env, 'LIVE_PEER_TIMEOUT_SECONDS', 6),
      heartbeatTimeoutMs: readSeconds(env, 'LIVE_HEARTBEAT_SECONDS', 10),
      turn: readTurn(env),
    },
    mail: readMail(env),
    payments: readPayments(env, { env: mode, publicUrl }),
    metricsToken: readSecret(env, 'METRICS_TOKEN', 16, 'keep /metrics to this machine'),
    passwordHashKib: readInteger(env, 'PASSWORD_HASH_KIB', { default: 19_456, min: 8, max: 1_048_576 }),
    images: {
      memoryBytes: readInteger(env, 'IMAGE_MEMORY_MB', { default: 768, min: 256, max: 65_536 }) * 1024 ** 2,
      cpuMs: readSeconds(env, 'IMAGE_SECONDS', 10),
      idleMs: readSeconds(env, 'IMAGE_WORKER_IDLE_SECONDS', 30),
    },
    disk: readDiskRules(env),
    transcoding: readTranscoderLimits(env),
    http: {
      // A phone that wakes its radio sends within seconds. The same as Apache's default.
      headersMs: readSeconds(env, 'REQUEST_HEADERS_SECONDS', 20),
      bodyPace: readBodyPace(env),
      // nginx's default (send_timeout); a player that was paused requests the rest again.
      stalledResponseMs: readSeconds(env, 'STALLED_RESPONSE_SECONDS', 60),
      // Longer than reverse proxies keep an idle connection (nginx and AWS 60 s, Traefik 90 s, Caddy 120 s): they do not
      // repeat a POST that meets a connection which is being closed, but respond with 502.
      keepAliveMs: readSeconds(env, 'KEEP_ALIVE_SECONDS', 130),
      uploadIdleMs: readSeconds(env, 'UPLOAD_IDLE_SECONDS', 60),
    },
    runsJobs: readOneOf(env, 'JOBS', ['on', 'off'], 'on') === 'on',
    nodeLeaseMs: readSeconds(env, 'NODE_LEASE_SECONDS', 30),
    heartbeatMs: readSeconds(env, 'SOCKET_HEARTBEAT_SECONDS', 20),
    countsMs: readSeconds(env, 'COUNTS_SECONDS', 60),
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const LOOPBACK = '127.0.0.1'
const MAX_PORT = 65_535

function readHost(env: NodeJS.ProcessEnv, name: 'HOST' | 'LIVE_HOST'): string | undefined {
  const value = readValue(env, name)
  if (value === undefined) return undefined
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value)
  // A name of only digits and dots is a mistyped address.
  if (isIP(value) || (isName && !/^[\d.]+$/.test(value))) return value
  throw invalidValue(name, value, 'an address of this machine, such as 127.0.0.1 or 0.0.0.0')
}

function readPublicUrl(env: NodeJS.ProcessEnv, port: number): URL {
  const value = readValue(env, 'PUBLIC_URL')
  if (value === undefined) return new URL(`http://localhost:${port}`)
  const url = parseUrl(value)
  const isOrigin =
    url &&
    /^https?:$/.test(url.protocol) &&
    `${url.protocol}//${url.host}/` === url.href &&
    !value.includes('?')
  if (!isOrigin)
    throw invalidValue('PUBLIC_URL', value, 'an address without a path, such as https://example.org')
  return url
}

function readDatabaseUrl(env: NodeJS.ProcessEnv): string | null {
  const value = readValue(env, 'DATABASE_URL')
  if (value === undefined) return null
  if (/^postgres(ql)?:$/.test(parseUrl(value)?.protocol ?? '')) return value
  // The value is not in the message: it may include a password.
  throw new ConfigError(
    'DATABASE_URL is not understood: set it to postgres://user:password@host:5432/name, or unset it for the embedded database.',
  )
}

function readRedisUrl(env: NodeJS.ProcessEnv): string | null {
  const value = readValue(env, 'REDIS_URL')
  if (value === undefined) return null
  if (/^rediss?:$/.test(parseUrl(value)?.protocol ?? '')) return value
  // As above.
  throw new ConfigError(
    'REDIS_URL is not understood: set it to redis://user:password@host:6379, or unset it to use the database.',
  )
}

function readSecret(
  env: NodeJS.ProcessEnv,
  name: string,
  minLength: number,
  whenUnset: string,
): string | null {
  const value = readValue(env, name)
  if (value === undefined || value.length >= minLength) return value ?? null
  throw new ConfigError(
    `${name} is too short: set it to at least ${minLength} random characters, or unset it to ${whenUnset}.`,
  )
}

/** Each process uses one port: `udpPort` and those after it. */
function readEngineProcesses(env: NodeJS.ProcessEnv, udpPort: number): number {
  const processes = readInteger(env, 'LIVE_PROCESSES', { default: 1, min: 1, max: 64 })
  const last = udpPort + processes - 1
  if (last > MAX_PORT)
    throw invalidValue(
      'LIVE_PROCESSES',
      String(processes),
      `fewer, or LIVE_UDP_PORT lower: the last port is ${last}`,
    )
  return processes
}

/**
 * By default 500 bytes/s, measured over 20 s: an eighth of the rate of a phone on 2G (4 kB/s), which may pause for 17
 * of the 20 s. A body that stops is ended after at most 40 s.
 */
function readBodyPace(env: NodeJS.ProcessEnv): BodyPace {
  const ms = readSeconds(env, 'REQUEST_BODY_SECONDS', 20)
  const rate = readInteger(env, 'REQUEST_MIN_BYTES_PER_SECOND', { default: 500, min: 1, max: 1_000_000 })
  return { bytes: Math.ceil((rate * ms) / 1000), ms }
}

function readTrustedProxies(env: NodeJS.ProcessEnv): string[] {
  const entries = (readValue(env, 'TRUST_PROXY') ?? '').split(',').map((entry) => entry.trim())
  const proxies = entries.filter((entry) => entry !== '')
  for (const entry of proxies) {
    if (!isProxy(entry)) {
      throw invalidValue(
        'TRUST_PROXY',
        entry,
        'addresses or networks with commas between, such as 10.0.0.1,172.16.0.0/12',
      )
    }
  }
  return proxies
}

function isProxy(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

function readTurn(env: NodeJS.ProcessEnv): Turn | null {
  const value = readValue(env, 'TURN_URL')
  const secret = readValue(env, 'TURN_SECRET')
  if (value === undefined && secret === undefined) return null
  if (value === undefined)
    throw new ConfigError(
      "TURN_URL is missing beside TURN_SECRET: set it to the server's address, or unset both.",
    )
  if (secret === undefined)
    throw new ConfigError(
      "TURN_SECRET is missing beside TURN_URL: set it to the server's static-auth-secret, or unset both.",
    )
  const urls = value.split(',').map((url) => url.trim())
  for (const url of urls)
    if (!TURN_ADDRESS.test(url))
      throw invalidValue('TURN_URL', url, 'addresses with commas between, such as turn:turn.example.org:3478')
  return { urls, secret }
}

/** A URL that browsers accept (RFC 7065), without a user name, since every page includes it. */
const TURN_ADDRESS =
  /^turns?:(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)(:\d{1,5})?(\?transport=(udp|tcp))?$/i

function readAnnouncedIp(env: NodeJS.ProcessEnv): string | null {
  const value = readValue(env, 'LIVE_ANNOUNCED_IP')
  if (value === undefined) return null
  if (isIP(value)) return value
  throw invalidValue('LIVE_ANNOUNCED_IP', value, 'the IP address under which viewers reach this machine')
}
