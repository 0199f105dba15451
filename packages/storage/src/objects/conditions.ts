import { createHash, randomUUID } from 'node:crypto'
import { ChanceryError } from '@chancery/core'
import { crc32c, crc32cText } from '../crc32c.ts'
import { wholeBody } from './object-body.ts'
import type { NewObject, ObjectDriver, ObjectFacts, Repeat } from './object-driver.ts'

/** A folder of ours below the root of a store, which no listing shows. */
export const ownFolder = '.chancery/'

/** What a store keeps to besides the conditions of writes, without which it is not used at all. */
export interface ConditionsKept {
  /** Deletes on the condition of a tag. */
  readonly deletes: boolean
}

/**
 * Tries by an object of its own whether a store keeps to conditions: some that speak S3 take a header that they do not know,
 * and two callers then write over each other.
 * @throws `provider_failed`, not retryable, where writes are done against their condition; what the store throws
 */
export async function checkConditions(
  driver: ObjectDriver,
  root: string,
  repeat: Repeat,
  provider: string,
): Promise<ConditionsKept> {
  const name = `${root}${ownFolder}conditions-${randomUUID()}`
  const first = await written(driver, attempt(name, 'first'), repeat)
  let last = first
  try {
    if ((await driver.write(attempt(name, 'created again'), repeat)) !== 'refused')
      throw ignores(provider, 'create-only')
    last = await written(driver, attempt(name, 'second', first.tag), repeat)
    if ((await driver.write(attempt(name, 'third', first.tag), repeat)) !== 'refused')
      throw ignores(provider, 'the version to be replaced')
  } catch (error) {
    await leave(driver, name, repeat)
    throw error
  }
  const outcome = await repeat((signal) => driver.remove(first, true, signal)).catch((error: unknown) => {
    // Who may write may not always delete.
    if (driver.refusesCredentials(error)) return 'denied'
    if (ChanceryError.is(error) && error.code === 'unsupported_option') return 'unsupported'
    throw error
  })
  if (outcome === 'denied') return { deletes: true }
  if (outcome === 'removed') return { deletes: false }
  await repeat((signal) => driver.remove(last, outcome === 'refused', signal))
  return { deletes: outcome === 'refused' }
}

const attempt = (name: string, text: string, replaces?: string): NewObject => {
  const bytes = Buffer.from(`Chancery tried here whether conditions hold: ${text}.`)
  return {
    name,
    body: wholeBody(bytes),
    contentType: 'text/plain',
    metadata: {},
    own: { write: randomUUID() },
    md5: createHash('md5').update(bytes).digest('base64'),
    crc32c: crc32cText(crc32c(bytes)),
    ...(replaces === undefined ? {} : { replaces }),
  }
}

/** A write whose condition holds. */
async function written(driver: ObjectDriver, object: NewObject, repeat: Repeat): Promise<ObjectFacts> {
  const stored = await driver.write(object, repeat)
  if (stored !== 'refused') return stored
  // The answer to it was lost, and it is there.
  const now = await repeat((signal) => driver.find(object.name, undefined, signal))
  if (now?.own.write === object.own.write && now !== undefined) return now
  throw new ChanceryError('provider_failed', 'The store refuses a write whose condition holds.')
}

async function leave(driver: ObjectDriver, name: string, repeat: Repeat): Promise<void> {
  try {
    const now = await repeat((signal) => driver.find(name, undefined, signal))
    if (now !== undefined) await repeat((signal) => driver.remove(now, false, signal))
  } catch {
    // What made the trial fail is told; it is in no listing.
  }
}

const ignores = (provider: string, what: string): ChanceryError =>
  new ChanceryError(
    'provider_failed',
    `The store writes against a condition (${what}): two calls at once could overwrite each other, so it is not used.`,
    { details: { provider }, retryable: false },
  )
