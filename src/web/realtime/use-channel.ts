import { useEffect, useEffectEvent, useRef } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import type { ChannelName, Cursor } from '#shared/socket.ts'
import type { Snapshot } from '#web/api/call.ts'
import { ChannelSubscription } from './channel-subscription.ts'
import { socket } from './socket.ts'

type ChannelUse = {
  /** Null: not subscribed. */
  channel: ChannelName | null
  id?: string
  /** Of the loaded list; undefined until it is loaded, null to subscribe without one. */
  snapshot: Snapshot | null | undefined
  /** Applies a message, which may arrive twice; returns the cursor of an item of this channel that it announces. */
  onMessage: (message: Downstream) => Cursor | undefined
  /** Loads the list again, and returns its cursor. */
  reload: () => Promise<Cursor>
  maxGapMs?: number
}

/** Keeps a list that was loaded over HTTP current while the component is mounted. */
export function useChannel({ channel, id, snapshot, onMessage, reload, maxGapMs }: ChannelUse): void {
  const subscription = useRef<ChannelSubscription>(null)
  const handleMessage = useEffectEvent(onMessage)
  const handleReload = useEffectEvent(reload)
  const open = useEffectEvent((name: ChannelName) => {
    const opened = new ChannelSubscription({
      target: { channel: name, ...(id !== undefined && { id }) },
      socket,
      snapshot: snapshot ?? null,
      reload: () => handleReload(),
      maxGapMs,
    })
    subscription.current = opened
    const release = socket.acquire()
    const cleanups = [
      socket.onMessage((message) => {
        const cursor = handleMessage(message)
        if (cursor !== undefined) opened.advance(cursor)
      }),
      socket.state.subscribe(() => {
        if (!socket.state.get().isConnected) opened.disconnect()
      }),
      socket.onConnected(() => opened.subscribe()),
      () => opened.close(),
      release,
    ]
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  })
  const isReady = snapshot !== undefined
  useEffect(() => (channel !== null && isReady ? open(channel) : undefined), [channel, id, isReady])
  useEffect(() => {
    if (snapshot) subscription.current?.accept(snapshot)
  }, [snapshot])
}
