import { useEffect, useState } from 'react'

export type Device = { id: string; label: string }
export type Devices = { cameras: Device[]; microphones: Device[] }

const NO_DEVICES: Devices = { cameras: [], microphones: [] }

/**
 * Lists the cameras and microphones, and follows changes. Browsers return their labels only after a device was allowed:
 * a change of `media`, the open stream, lists them again.
 */
export function useDevices(media: MediaStream | null): Devices {
  const [devices, setDevices] = useState(NO_DEVICES)
  useEffect(() => {
    const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator
    if (!mediaDevices) return
    let isCurrent = true
    const loadDevices = () => {
      mediaDevices.enumerateDevices().then(
        (all) =>
          isCurrent &&
          setDevices({ cameras: devicesOf(all, 'videoinput'), microphones: devicesOf(all, 'audioinput') }),
        (error: unknown) => console.warn('the devices could not be listed', error),
      )
    }
    loadDevices()
    mediaDevices.addEventListener('devicechange', loadDevices)
    return () => {
      isCurrent = false
      mediaDevices.removeEventListener('devicechange', loadDevices)
    }
  }, [media])
  return devices
}

/** The devices of a kind that have an id and a label. */
function devicesOf(all: MediaDeviceInfo[], kind: MediaDeviceKind): Device[] {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== '' && device.label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
