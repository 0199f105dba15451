import { createHmac } from 'node:crypto'
import type { Seal } from '@chancery/core'

/** A seal as a service has one, under a secret that everybody knows. */
export const sealForTest: Seal = (text) => createHmac('sha256', 'a secret').update(text).digest('base64url')
