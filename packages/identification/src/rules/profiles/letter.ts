import { candidate, type Candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, lastAtOrBefore, type TextIndex } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import type { Finder } from './finding.ts'
import { receiverOfMessage } from './receiver-of-message.ts'

const salutation =
  /(?:^|\n)[ \t]{0,8}(?:dear|sehr geehrte[rn]?|lieber?|hallo|guten tag|cher|chère|madame|monsieur|estimad[oa]|muy señor|gentile|spett|egregio|caro|cara|prezad[oa]|exm[oa]|geachte|beste|hej|hei|kära|käre|bästa|kjære|kære|szanown[yai] (?:panie|państwo|pani(?![^\S\n]*\n))|drog[ia]|hello|hola|bonjour|bonsoir|olá|bom dia|boa tarde|buongiorno|ciao|hoi|illustre)(?!\p{L})/iu
/** Whether a paper greets somebody and closes as a letter does, whatever it is about. */
export const isGreeting = (text: string): boolean =>
  salutation.test(text.slice(0, 2500)) && closing.test(text.slice(-1500))
export const closing =
  /(?:^|\n)[ \t]{0,8}(?:(?:yours )?(?:sincerely|faithfully|truly)|very truly yours|(?:best|kind|warm) regards|regards|mit freundlichen|mit freundlichem|hochachtungsvoll|viele grüße|cordialement|bien cordialement|veuillez agréer|je vous prie|atentamente|saludos|un cordial|distinti saluti|cordiali saluti|atenciosamente|com os melhores|cumprimentos|met vriendelijke|hoogachtend|best wishes|many thanks|(?:viele|beste|freundliche|herzliche|liebe) grüße|mit besten|un saludo|bien à vous|salutations|sincères salutations|un caro saluto|un saluto|groeten|med vänlig|vänliga hälsningar|med venlig|vennlig hilsen|z poważaniem|s pozdravem|üdvözlettel|tisztelettel|cu stimă|saygılarımla|с уважением|με εκτίμηση)/iu

/** What stands before the name of whom one writes to, in its line or above it. */
export const formOfAddress =
  /(?<!\p{L})(?:Herrn?|Frau|Firma|Mr|Mrs|Ms|Miss|Mme|Madame|Monsieur|M\.|Sra?|D\.|Don|Doña|Sig|Sig\.ra|Spett\.le|Spettabile|Exm[oa]|De heer|Mevrouw|Pani?|Sz\. ?P|dhr|mevr|An|To|Aan)\.?(?: (?:Dr|Prof|Ing|Dipl\.-Ing)\.)*[ \t]*\r?\n?[ \t]*$/u

const named = (value: Candidate): Candidate => ({ ...value, type: 'party', value: { name: value.value, role: null } })

function namesWithin(lists: readonly (readonly Candidate[])[], start: number, end: number): Candidate[] {
  const found: Candidate[] = []
  for (const list of lists) {
    for (
      let value = firstWithin(list, start, end);
      value && found.length < 20;
      value = firstWithin(list, value.end, end)
    )
      found.push(value)
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** The head of a letter ends at its salutation. */
const headEnd = (index: TextIndex): number =>
  salutation.exec(index.text.slice(0, 6000))?.index ?? Math.min(index.text.length, 1200)

/** Who signs: the name after the closing; else the first name of the letterhead. */
export const findSender: Finder = ({ index, values, profile }) => {
  if (profile !== 'letter') return []
  const { text } = index
  const lists = [values.of('person'), values.of('organization')]
  const end = closing.exec(text.slice(-6000))
  const from = end ? Math.max(0, text.length - 6000) + end.index : undefined
  const signed = from === undefined ? [] : namesWithin(lists, from, from + 300)
  const head = namesWithin(lists, 0, headEnd(index))
  const isSender = (value: Candidate): boolean => !isAddressee(index, values, value)
  const organization = head.find((value) => value.type === 'organization' && isSender(value))
  const options: Option[] = signed
    .slice(0, 2)
    .map((value, at) => ({ value: named(value), score: 0.72 - at * 0.1, method: 'signature' }))
  const first = organization ?? head.find(isSender)
  if (first) options.push({ value: named(first), score: 0.6, method: 'position' })
  return options
}

/** The line above a salutation that is the whole name of whom it greets by the surname: `Beatrix Holloway`. */
function wholeNameAbove(index: TextIndex, surname: string, end: number): Candidate | undefined {
  const { text, lines } = index
  for (const line of surname.includes(' ') ? [] : lines) {
    if (line.end > end) break
    const raw = text.slice(line.start, Math.min(line.end, line.start + 80)).trim()
    if (!raw.endsWith(` ${surname}`)) continue
    const start = text.indexOf(raw, line.start) + titleOfPerson(raw)
    const name = personNameAt(index, start)
    if (name === undefined || name.parts < 2 || name.end < text.indexOf(raw, line.start) + raw.length) continue
    return candidate('person', start, name.end, collapse(text.slice(start, name.end)), 0.9)
  }
  return undefined
}

/** Whether a form of address opens the line of a name, or the one above. */
function isAddressedAt(text: string, start: number): boolean {
  const from = Math.max(0, start - 24)
  const form = formOfAddress.exec(text.slice(from, start))
  return form !== null && /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(0, from + form.index - 20), from + form.index))
}

/** Whether a name of the head is of whom the letter is for: by a form of address, or above an address that opens no letter. */
function isAddressee(index: TextIndex, values: Values, { start, end }: Candidate): boolean {
  if (isAddressedAt(index.text, start)) return true
  const isBelowHead = /\S[^\S\n]*\n[^\S\n]*\n\s*$/u.test(index.text.slice(Math.max(0, start - 60), start))
  const address = firstWithin(values.of('address'), end, end + 4)
  return isBelowHead && address !== undefined && /^\s*\n/u.test(index.text.slice(end, address.start))
}

/** Whom it greets, with the whole name where that stands above the salutation; else the last name above it. */
export const findRecipient: Finder = ({ index, values, profile }) => {
  if (profile !== 'letter') return []
  const end = headEnd(index)
  const head = namesWithin([values.of('person'), values.of('organization')], 0, end)
  const [first] = head
  // Who is addressed may come first, where the paper has no letterhead, or one without a name that is known.
  const isAddressed = first && isAddressee(index, values, first)
  const options: Option[] = head
    .slice(isAddressed ? 0 : 1)
    .map((value, at) => ({ value: named(value), score: 0.62 - at * 0.05, method: 'position' }))
  const lineEnd = index.text.indexOf('\n', end + 1)
  const [greeted] = namesWithin([values.of('person')], end, lineEnd === -1 ? end + 100 : lineEnd)
  if (greeted) {
    const above = wholeNameAbove(index, String(greeted.value), end)
    options.push({ value: named(above ?? greeted), score: above ? 0.66 : 0.6, method: 'salutation' })
    const [whole, another] = head.filter((value) => value.type === 'person' && isPartOf(greeted, value))
    if (whole && !another) options.push({ value: named(whole), score: 0.66, method: 'position' })
    const receiver = receiverOfMessage(index)
    if (receiver && isPartOf(greeted, receiver))
      options.push({ value: named(receiver), score: 0.68, method: 'position' })
  }
  return options
}

/** "Smith", or "John", of "John Smith". */
function isPartOf(part: Candidate, whole: Candidate): boolean {
  const [name, full] = [String(part.value), String(whole.value)]
  return full.endsWith(` ${name}`) || full.startsWith(`${name} `)
}

/** The line that stands alone above the salutation, where no "Re:" marks it. */
export const findSubject: Finder = ({ index, values, profile }) => {
  if (profile !== 'letter') return []
  const lines = index.text.slice(0, headEnd(index)).trimEnd().split('\n')
  const last = lines.at(-1)?.trim() ?? ''
  if (lines.length < 4 || last.length < 8 || last.length > 140 || !/\p{L} \p{L}/u.test(last) || /^\d{4,5} /.test(last))
    return []
  const start = index.text.lastIndexOf(last, headEnd(index))
  const addresses = values.of('address')
  const isOfAddress = (addresses[lastAtOrBefore(addresses, start)]?.end ?? -1) >= start + last.length
  if (isOfAddress) return []
  return [
    { value: candidate('text', start, start + last.length, collapse(last), 0.7), score: 0.42, method: 'position' },
  ]
}
