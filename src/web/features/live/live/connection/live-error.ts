/** The failures of a live connection; the catalogue has a text for each. */
export type LiveError =
  | 'socket'
  | 'socketInit'
  | 'peerInit'
  | 'offer'
  | 'answer'
  | 'candidate'
  | 'devices'
  | 'takenOver'
  | 'refused'
