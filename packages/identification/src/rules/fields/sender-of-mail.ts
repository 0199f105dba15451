import type { FieldType } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import { isSenderOfMail } from '../labels/mail-head.ts'
import type { TextIndex } from '../text-index.ts'
import { personNameAt } from '../values/person-names.ts'

/** A person who sends a message, where a field asks for a firm: `From: Petra Sander`, and not `From: Cabinet Lumière`. */
export function isPersonWhoSends(index: TextIndex, label: number, type: FieldType, { start, end }: Candidate): boolean {
  if (type !== 'organization' || !isSenderOfMail(index, label)) return false
  const name = personNameAt(index, start)
  return name !== undefined && name.parts > 1 && name.end === end
}
