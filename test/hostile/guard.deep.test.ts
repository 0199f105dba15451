import { guardedAttacks } from './guard-attacks.test-support.ts'

guardedAttacks(1)
