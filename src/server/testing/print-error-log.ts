import { printErrorsOfFailedTests } from './error-log.ts'

printErrorsOfFailedTests()
