import { inject } from 'vitest'
import { useBundledProcesses } from './test-processes.ts'

useBundledProcesses(inject('bundles'))
