import { type ChanceryError, invalidRequest } from '@chancery/core'
import * as z from 'zod'

/** Where reading stopped: within which page of which list, and what was asked. */
const position = z.strictObject({
  /** What was asked, so that another question's cursor is refused. */
  asked: z.string().max(700),
  /** When reading began, less what the vendor is late, as ISO 8601. */
  asOf: z.iso.datetime(),
  list: z.int().min(0),
  /** Leads to the page; absent: the first. */
  page: z.string().max(1500).optional(),
  /** Of a search that was asked anew behind its cap. */
  afterId: z.string().max(200).optional(),
  /** Records of the pages before, since the search was asked. */
  passed: z.int().min(0),
  /** The last record that was read of the page; absent: none. */
  last: z.string().max(200).optional(),
  /** Rows so far. */
  row: z.int().min(0),
})
export type CrmPosition = z.output<typeof position>

/** In one order, so that a position has one spelling. */
const keys = Object.keys(position.shape)
export const writePosition = (at: CrmPosition): string => Buffer.from(JSON.stringify(at, keys)).toString('base64url')

/** @throws `invalid_request` for what is none, or another question's */
export function readPosition(cursor: string, asked: string): CrmPosition {
  const read = position.safeParse(jsonOf(cursor))
  if (read.success && read.data.asked === asked && writePosition(read.data) === cursor) return read.data
  throw foreignCursor()
}

export const foreignCursor = (): ChanceryError =>
  invalidRequest(
    '/cursor',
    'invalid_cursor',
    'The cursor does not belong to this connection and question.',
    'Use `nextCursor` as it came, with the same source.',
  )

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
