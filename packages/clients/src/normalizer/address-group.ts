import { addressKinds, addressWords } from './column-words.ts'
import { wordsOf } from './fold.ts'

/** What the first half of a compound says: "leverans" of "Leveransadress", "会社" of "会社住所". */
function firstHalf(word: string): readonly string[] {
  if (/^\p{Script=Han}{3,}/u.test(word)) return [word.slice(0, 2), word.slice(0, 3)]
  const end = [...addressWords].find((each) => word.endsWith(each) && word.length >= each.length + 3)
  if (end === undefined) return []
  const first = word.slice(0, -end.length)
  return [first, first.replace(/s$/, '')]
}

/** Of which address a column speaks: "home", "billing", "address 2"; empty where it does not say. */
export function addressGroup(column: string): string {
  const all = wordsOf(column.slice(0, 200)).flatMap((word) => [word, ...firstHalf(word)])
  const kind = addressKinds.find(([, names]) => all.some((word) => names.has(word)))?.[0]
  // "Address 2 - City" is of another address; "Address 2" and "Address line 2" are lines of the first.
  const numbered = /^(?:address|adresse|addresses|adr)\s*(\d+)\b.*\p{L}/iu.exec(column.trim())?.[1] ?? '1'
  return `${kind ?? ''}${numbered === '1' ? '' : ` ${numbered}`}`
}
