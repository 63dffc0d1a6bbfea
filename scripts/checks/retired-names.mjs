// Names that this code no longer uses, each with its replacement. The lint rule `no-retired-name` reports
// declarations of these names.

/** Retired in every file. */
const EVERYWHERE = {
  Paced: 'Throttle',
  Tally: 'RefCounter',
  keptFor: 'ttlCache',
  KeptRows: 'RowCache',
  Audiences: 'TopicFanout',
  areHeard: 'isConnected',
  SignedIn: 'SessionCache',
  keepsCaller: 'keepsUserCache',
  wishInTurn: 'serializeBy',
  fairQueue: 'FairQueue',
  asker: 'requester',
  wish: 'desired',
  giveBack: 'refund',
  Notice: 'NotificationEvent',
  tellNotices: 'deliverNotifications',
  noteTakenBack: 'recordWithdrawal',
  door: 'handler, endpoint or exchange',
  heed: 'handle',
  settle: 'reconcile',
  takeUp: 'resume',
  roomless: 'outOfSpace',
  turnOutVisitors: 'removeAnonymousViewers',
  takesForeign: 'allowCrossOrigin',
  secondKind: 'polyglot',
  isOuterAddress: 'isPublicAddress',
  fillWords: 'backfillSearch',
  footage: 'mediaInfo',
  SeenPost: 'PostForRequester',
  Question: 'SearchQuery',
  persons: 'users',
  members: 'users',
  treasure: 'bookmark',
  treasured: 'bookmarked',
  kept: 'bookmarked, or what it is',
  pickFacts: 'pickPublicSettings',
}

/** Retired in the live engine. */
const ENGINE = {
  Lane: 'LayerTrack',
  PictureFeed: 'LayerSwitcher',
  Stretch: 'Segment',
  Shift: 'RtpOffset',
  ViewerLine: 'LinkEstimator',
  Allowance: 'TokenBucket',
  picture: 'video',
  sound: 'audio',
}

/** Retired in the web code. */
const WEB = {
  Pulse: 'StatsMonitor',
  Beat: 'StatsSample',
  look: 'poll',
  '#sound': '#raiseAlarm',
  Standstill: 'StallDetector',
  Traffic: 'DataUsage',
  Sources: 'LocalTracks',
  noise: 'testSignal',
  Uplink: 'PublishConnection',
  Downlink: 'WatchConnection',
  Standing: 'ChatState',
  StandingQuestion: 'LatestRequest',
  usePart: 'useLazyComponent',
  useSoon: 'useJitteredCallback',
  onWake: 'onResume',
  stored: 'browserStorage, or what it is',
  knownPost: 'cachedPost',
  welcomePost: 'addPublishedPost',
  '#ends': '#cleanups',
  dyes: 'pattern',
  cloth: 'pattern',
  Cloth: 'StripPattern',
  atItsTime: 'publishIfDue',
  weave: 'pattern',
}

/** Retired file names, without extensions. */
const FILES = new Set(['tus-door', 'door', 'second-kind', 'fill-words', 'line-check', 'chat-foot'])

/**
 * Returns the replacement for a name that a file declares; undefined for a name that is allowed there. Private names
 * start with `#`.
 */
export function replacementFor(name, filename) {
  if (name.startsWith('MOST_')) return name.replace('MOST_', 'MAX_')
  const path = filename.replaceAll('\\', '/')
  const tables = [
    EVERYWHERE,
    ...(/\/src\/media\//.test(path) ? [ENGINE] : []),
    ...(/\/src\/web\//.test(path) ? [WEB] : []),
  ]
  return tables.find((table) => Object.hasOwn(table, name))?.[name]
}

export const isRetiredFileName = (name) => FILES.has(name)
