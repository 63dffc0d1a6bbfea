import { useEffect, useState } from 'react'

export type Device = { id: string; label: string }
export type Devices = { cameras: Device[]; microphones: Device[] }

const NONE: Devices = { cameras: [], microphones: [] }

/**
 * The cameras and microphones that there are, also those that are plugged in later. Browsers name them once one was
 * allowed: `media` is what was.
 */
export function useDevices(media: MediaStream | null): Devices {
  const [devices, setDevices] = useState(NONE)
  useEffect(() => {
    const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator
    if (!mediaDevices) return
    let isCurrent = true
    const look = () => {
      mediaDevices.enumerateDevices().then(
        (all) =>
          isCurrent && setDevices({ cameras: of(all, 'videoinput'), microphones: of(all, 'audioinput') }),
        (error: unknown) => console.warn('the devices are not known', error),
      )
    }
    look()
    mediaDevices.addEventListener('devicechange', look)
    return () => {
      isCurrent = false
      mediaDevices.removeEventListener('devicechange', look)
    }
  }, [media])
  return devices
}

/** Those that are known by name. */
function of(all: MediaDeviceInfo[], kind: MediaDeviceKind): Device[] {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== '' && device.label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
