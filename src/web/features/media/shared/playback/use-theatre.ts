import { useState } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const STORAGE_KEY = 'theatre'

/** In theatre mode the player of a wide screen has the whole width, with the chat below. */
export type Theatre = { isOn: boolean; toggle: () => void }

/** Theatre mode, as last chosen on this device, for streams and videos. */
export function useTheatre(): Theatre {
  const [isOn, setIsOn] = useState(() => readStorage(STORAGE_KEY) === 'on')
  const toggle = () => {
    writeStorage(STORAGE_KEY, isOn ? null : 'on')
    setIsOn(!isOn)
  }
  return { isOn, toggle }
}
