import { utf16Text } from '@chancery/formats/text'
import { RtfLists, type ListLevel } from '@chancery/reading/rtf/rtf-lists'

/** Lists are not more than Word numbers them. */
const maxLists = 20_000

/**
 * The list tables of a Word document (MS-DOC 2.9.131, LSTF, and 2.9.149, LVL), which count as those of RTF do.
 * @param definitions from the table of lists on; its levels stand behind it
 */
export function wordLists(definitions: Buffer, overrides: Buffer): RtfLists {
  const lists = new RtfLists()
  if (definitions.length < 2 || overrides.length < 4) return lists
  const count = Math.min(definitions.readUInt16LE(0), maxLists)
  let at = 2 + count * 28
  for (let list = 0; list < count && at <= definitions.length; list++) {
    const entry = 2 + list * 28
    if (entry + 28 > definitions.length) break
    const isSimple = (definitions.readUInt8(entry + 26) & 1) !== 0
    const levels: ListLevel[] = []
    for (let level = 0; level < (isSimple ? 1 : 9) && at + 28 <= definitions.length; level++) {
      const start = definitions.readInt32LE(at)
      const numbering = definitions.readUInt8(at + 4)
      const text = at + 28 + definitions.readUInt8(at + 24) + definitions.readUInt8(at + 25)
      if (text + 2 > definitions.length) return lists
      const length = definitions.readUInt16LE(text)
      levels.push({ start, numbering, text: utf16Text(definitions, text + 2, text + 2 + length * 2) })
      at = text + 2 + length * 2
    }
    lists.define(definitions.readInt32LE(entry), levels)
  }
  const overridden = Math.min(overrides.readUInt32LE(0), maxLists)
  for (let index = 0; index < overridden && 4 + index * 16 + 4 <= overrides.length; index++) {
    lists.override(index + 1, overrides.readInt32LE(4 + index * 16))
  }
  return lists
}
