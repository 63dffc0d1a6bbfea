import { vi } from 'vitest'

// Runs before a test file is loaded. The stubs of the previous file's last test are still there, as vitest removes them only
// before the next test: the file's modules, and the packages that they load first, would keep them.
vi.unstubAllGlobals()
vi.unstubAllEnvs()
