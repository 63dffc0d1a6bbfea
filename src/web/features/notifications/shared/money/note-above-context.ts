import { createContext, useContext } from 'react'

/** True where the sandbox note is already shown above the rows. */
export const NoteAboveContext = createContext(false)

export const useHasNoteAbove = () => useContext(NoteAboveContext)
