/** What can go wrong with a live connection, each with a text of its own in the catalogue. */
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
