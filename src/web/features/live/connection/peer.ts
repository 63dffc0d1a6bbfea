import type { IceCandidate } from '#shared/live.ts'

/**
 * One peer connection with the server. Candidates that come before the other side's description wait for it.
 */
export class Peer {
  readonly connection: RTCPeerConnection
  readonly #waiting: RTCIceCandidateInit[] = []
  #isDescribed = false

  constructor(connection: RTCPeerConnection, onCandidate: (candidate: RTCIceCandidateInit) => void) {
    this.connection = connection
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) onCandidate(candidate.toJSON())
    }
  }

  /** Takes the other side's description in; rejects when the browser refuses it. */
  async describe(description: RTCSessionDescriptionInit): Promise<void> {
    await this.connection.setRemoteDescription(description)
    this.#isDescribed = true
    for (const candidate of this.#waiting.splice(0)) {
      // One useless candidate does not make the description useless.
      await this.connection.addIceCandidate(candidate).catch((cause: unknown) => console.warn(cause))
    }
  }

  /** Rejects when the browser refuses the candidate; one that has to wait is refused in silence. */
  async addCandidate({ candidate, sdpMid, sdpMLineIndex }: IceCandidate): Promise<void> {
    // Browsers want to know by one of both which track it is for. Everything goes over the first one.
    const init = {
      candidate,
      sdpMid: sdpMid ?? null,
      sdpMLineIndex: sdpMLineIndex ?? (sdpMid == null ? 0 : null),
    }
    if (this.#isDescribed) await this.connection.addIceCandidate(init)
    else this.#waiting.push(init)
  }

  close(): void {
    this.connection.onicecandidate = null
    this.connection.onconnectionstatechange = null
    this.connection.ontrack = null
    this.connection.close()
  }
}

/** A candidate in the contract's form. */
export function toMessage(candidate: RTCIceCandidateInit): IceCandidate {
  return {
    candidate: candidate.candidate ?? '',
    sdpMid: candidate.sdpMid ?? null,
    sdpMLineIndex: candidate.sdpMLineIndex ?? null,
    usernameFragment: candidate.usernameFragment ?? null,
  }
}
