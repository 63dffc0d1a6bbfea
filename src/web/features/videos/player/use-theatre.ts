import { useState } from 'react'
import { readPreferences, writePreferences } from './session/preferences.ts'

/** Theatre mode, as last chosen on this device. */
export function useTheatre() {
  const [isOn, setIsOn] = useState(() => readPreferences().isTheatre)
  const toggle = () => {
    writePreferences({ isTheatre: !isOn })
    setIsOn(!isOn)
  }
  return { isOn, toggle }
}
