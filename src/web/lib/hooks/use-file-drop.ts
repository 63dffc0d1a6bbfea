import { type DragEvent, useState } from 'react'

/** Drag-and-drop handlers for one file; `isOver` while one is dragged over the element. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      const file = event.dataTransfer.files[0]
      if (file) onFile(file)
    },
  }
}
