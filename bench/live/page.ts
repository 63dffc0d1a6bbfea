/*
 * What the pages of the bench run beside the app's own code. It is bundled from here, and stands in every page before
 * that one's own scripts.
 */

/** Milliseconds to the first picture: from the moment at which the page joined, and from the way there. */
export type FirstFrame = { sinceJoin: number; sinceOpening: number }

declare global {
  interface Window {
    liveBench: {
      /** From now on the page's camera is a canvas that shows the time. */
      pretendCamera(): void
      /** Of the stream that the page shows. */
      firstPicture: Promise<FirstFrame>
      /** Goes back or on in the page's history. */
      travel(steps: number): void
      /** How old each of so many pictures in a row was when it was shown, in ms. */
      readAges(count: number): Promise<number[]>
      /** The same with nothing between two peers of this page. */
      connectDirectly(times: number, count: number): Promise<{ first: number[]; ages: number[] }>
    }
  }
}

const [WIDTH, HEIGHT] = [1280, 720]
/** The time in ms, a bar for each bit. */
const BARS = 16
const BAR_WIDTH = WIDTH / BARS
const FRAMES_PER_SECOND = 30
const MAX_BITRATE = 2_500_000

let [openedAt, joinedAt] = [0, NaN]
let resolveFirstFrame: (first: FirstFrame) => void

window.liveBench = {
  pretendCamera() {
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(createClockStream())
  },
  firstPicture: nextFirstFrame(),
  travel(steps) {
    openedAt = performance.now()
    window.liveBench.firstPicture = nextFirstFrame()
    history.go(steps)
  },
  readAges: (count) => readAges(findVideo(), count),
  async connectDirectly(times, count) {
    const clockStream = createClockStream()
    const video = document.createElement('video')
    video.muted = true
    document.body.append(video)
    const first: number[] = []
    let peers: RTCPeerConnection[] = []
    for (let time = 0; time < times; time++) {
      for (const peer of peers) peer.close()
      const startedAt = performance.now()
      peers = await connect(clockStream, video)
      first.push((await nextFrame(video)) - startedAt)
    }
    // An encoder that has just begun is slower than it will be.
    await readAges(video, 3 * FRAMES_PER_SECOND)
    return { first, ages: await readAges(video, count) }
  },
}

observeFirstFrames()

function findVideo(): HTMLVideoElement {
  const video = document.querySelector('video')
  if (!video) throw new Error('this page shows no video')
  return video
}

function createClockStream(): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  setInterval(() => {
    const now = Date.now()
    for (let bar = 0; context && bar < BARS; bar++) {
      context.fillStyle = (now >> bar) & 1 ? '#fff' : '#000'
      context.fillRect(bar * BAR_WIDTH, 0, BAR_WIDTH, HEIGHT)
    }
  }, 1000 / FRAMES_PER_SECOND)
  const stream = canvas.captureStream(FRAMES_PER_SECOND)
  for (const track of createTone().getAudioTracks()) stream.addTrack(track)
  return stream
}

function createTone(): MediaStream {
  const context = new AudioContext()
  const [tone, out] = [context.createOscillator(), context.createMediaStreamDestination()]
  tone.connect(out)
  tone.start()
  return out.stream
}

function nextFirstFrame(): Promise<FirstFrame> {
  return new Promise((resolve) => {
    resolveFirstFrame = resolve
  })
}

function observeFirstFrames(): void {
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (this: WebSocket, data) {
    if (typeof data === 'string' && data.includes('"join_stream"')) joinedAt = performance.now()
    send.call(this, data)
  }
  const known = new WeakSet<HTMLVideoElement>()
  const checkForVideo = async () => {
    const video = document.querySelector('video')
    if (!video || known.has(video)) return
    known.add(video)
    const at = await nextFrame(video)
    resolveFirstFrame({ sinceJoin: at - joinedAt, sinceOpening: at - openedAt })
  }
  new MutationObserver(() => void checkForVideo()).observe(document, { childList: true, subtree: true })
}

/** When it shows its next picture. */
function nextFrame(video: HTMLVideoElement): Promise<number> {
  return new Promise((resolve) => {
    video.requestVideoFrameCallback(() => resolve(performance.now()))
  })
}

async function readAges(video: HTMLVideoElement, count: number): Promise<number[]> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const ages: number[] = []
  while (context && ages.length < count) {
    await nextFrame(video)
    const now = Date.now()
    context.drawImage(video, 0, video.videoHeight / 2, video.videoWidth, 1, 0, 0, WIDTH, 1)
    const { data } = context.getImageData(0, 0, WIDTH, 1)
    let time = 0
    for (let bar = 0; bar < BARS; bar++)
      if ((data[Math.round((bar + 0.5) * BAR_WIDTH) * 4] ?? 0) > 128) time |= 1 << bar
    ages.push((now - time) & (2 ** BARS - 1))
  }
  return ages
}

async function connect(clockStream: MediaStream, video: HTMLVideoElement): Promise<RTCPeerConnection[]> {
  const [from, to] = [new RTCPeerConnection(), new RTCPeerConnection()]
  from.onicecandidate = ({ candidate }) => void to.addIceCandidate(candidate ?? undefined)
  to.onicecandidate = ({ candidate }) => void from.addIceCandidate(candidate ?? undefined)
  to.ontrack = ({ streams: [stream] }) => {
    video.srcObject = stream ?? null
    void video.play()
  }
  for (const track of clockStream.getTracks())
    from.addTransceiver(track, {
      direction: 'sendonly',
      streams: [clockStream],
      ...(track.kind === 'video' && { sendEncodings: [{ maxBitrate: MAX_BITRATE }] }),
    })
  await from.setLocalDescription()
  await to.setRemoteDescription(from.localDescription ?? { type: 'offer' })
  await to.setLocalDescription()
  await from.setRemoteDescription(to.localDescription ?? { type: 'answer' })
  return [from, to]
}
