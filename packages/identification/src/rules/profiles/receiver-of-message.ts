import { candidate, type Candidate } from '../candidate.ts'
import { isMessage } from '../labels/mail-head.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'

const head = 2500
/** The only one in the head of a message to whom it is sent: `To: Ben Osei <ben@mail.example>`. */
const sentTo =
  /^(?:To|An|À|A|Para|Aan|Till?|Do): ?"?(?=\p{Lu}[^"<>,;@\n]{2,60}"? ?<[^<>\s]{1,80}@[^<>\s]{1,80}>[ \t]*$)/mu

/** The person to whom alone a message is sent. */
export function receiverOfMessage(index: TextIndex): Candidate | undefined {
  if (!isMessage(index)) return undefined
  const found = sentTo.exec(index.text.slice(0, head))
  if (found === null) return undefined
  const start = found.index + found[0].length
  const name = personNameAt(index, start + titleOfPerson(index.text.slice(start, start + 60)))
  if (name === undefined || name.parts < 2) return undefined
  return candidate('person', name.start, name.end, collapse(index.text.slice(name.start, name.end)), 0.9)
}
