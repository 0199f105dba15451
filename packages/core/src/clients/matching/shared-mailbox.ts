import { areSpellings } from '../latin-letters.ts'
import { localPart } from './block-keys.ts'

/** Mailboxes that several people read: those of an office, of an assistant, and of a family. */
const shared =
  /^(?:(?:info|office|mail|e-?mail|contact|kontakt|contacto|contatto|hello|hallo|hi|post|admin|sales|vertrieb|verkauf|support|service|team|billing|accounts?|accounting|buchhaltung|rechnung|reception|empfang|kanzlei|praxis|buero|bureau|noreply|no-reply)@|(?:sekretariat|vorzimmer|secretariat|secretary|segreteria|secretaria|sekretariaat|assistants?|assistenz|pa|ea)(?:[._-]|\d*@)|(?:family|familie|famille|familia|famiglia|fam)(?:[._-]|\d*@))/i

export const isSharedMailbox = (email: string): boolean => shared.test(email)

/** Whether a mailbox says a name of the family and nothing else, so that any of them may read it: `mueller77@` of Müllers. Folded words. */
export function isOfFamily(email: string, names: readonly string[]): boolean {
  const letters = localPart(email.toLowerCase()).replaceAll(/\d/g, '')
  return names.some((name) => name.length > 1 && (name === letters || areSpellings(name, letters)))
}

/** Whether a mailbox says one of these given names, so that it is its bearer's own: `anton.koch@`. Folded words. */
export function saysName(email: string, given: readonly string[]): boolean {
  const letters = localPart(email.toLowerCase())
  return given.some((name) => name.length > 2 && letters.includes(name))
}

/** Whether a mailbox says the given name before the family name, of one of them perhaps the first letter alone: `ada.byron@`. Folded words. */
export function saysInOrder(email: string, given: readonly string[], family: readonly string[]): boolean {
  const [first, last] = [given.join(''), family.join('')]
  if (first === '' || last === '') return false
  const letters = localPart(email.toLowerCase()).replaceAll(/\d/g, '')
  const whole = first + last
  return (
    whole === letters || areSpellings(whole, letters) || first[0] + last === letters || `${first}${last[0]}` === letters
  )
}
