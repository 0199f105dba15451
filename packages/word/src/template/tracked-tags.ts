import type { TagFault } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'

interface Range {
  readonly start: number
  readonly end: number
}

const hint = 'Accept or reject the changes in Word.'

/** What is to be said of a tag that a tracked change reaches into: rejecting or accepting it makes another text of it. */
export function trackedChange({ inserted, deleted }: Paragraph, { start, end }: Range): TagFault | undefined {
  const isHalfInserted = inserted.some(
    (change) => change.start < end && change.end > start && (change.start > start || change.end < end),
  )
  const isPartlyDeleted = deleted.some(({ at }) => at > start && at < end)
  if (!isHalfInserted && !isPartlyDeleted) return undefined
  const message = isPartlyDeleted
    ? 'A part of the tag was deleted with tracked changes; it is read without that part.'
    : 'A part of the tag was inserted with tracked changes; without it, it would be no tag.'
  return { code: 'tag_in_tracked_change', message, hint, start, end }
}

/** A delimiter without its partner, where the partner was deleted with tracked changes. */
export function withDeletedHalf(fault: TagFault, { deleted }: Paragraph, open: string, close: string): TagFault {
  const partner = fault.code === 'unclosed_tag' ? close : fault.code === 'unopened_tag' ? open : undefined
  if (partner === undefined || !deleted.some(({ text }) => text.includes(partner))) return fault
  return { ...fault, hint: `The other half was deleted with tracked changes. ${hint}` }
}
