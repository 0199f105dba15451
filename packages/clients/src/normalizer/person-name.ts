/** The parts of a person's or organization's name. */
export interface NameParts {
  readonly kind: 'person' | 'organization'
  readonly name: string
  readonly givenName?: string
  readonly familyName?: string
  readonly honorific?: string
}

const honorifics =
  /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|sir|dame|rev|herr|frau|hr|fr|dipl|ing|mag|monsieur|madame|mademoiselle|mme|mlle|m|sr|sra|srta|dott|dott\.ssa|sig|sig\.ra|avv|dhr|mevr|mw|pan|pani)\.?(?:-ing\.?)?\s+)+/iu

const legalForm =
  /(?:^|[\s,.])(?:gmbh|mbh|ag|kg|kgaa|ohg|gbr|ug|e\.?\s?v|e\.?\s?k|eg|partg|llp|llc|l\.l\.c|inc|incorporated|corp|corporation|co|ltd|limited|plc|company|lp|sarl|s\.?a\.?r\.?l|sas|s\.?a\.?s|sa|s\.?a|eurl|sci|snc|srl|s\.?r\.?l|spa|s\.?p\.?a|sl|s\.?l|bv|b\.?v|nv|n\.?v|vof|lda|ltda|oy|oyj|ab|a\/s|aps|as|asa|sp\.?\s?z\s?o\.?\s?o|s\.?r\.?o|a\.?s|kft|zrt|d\.?o\.?o|pty|pvt|bank|university|foundation|stiftung|verein|association|council|ministry|trust)\.?$/iu

/** Particles that belong to the family name. */
const particle =
  /^(?:von|van|de|der|den|del|della|di|da|dos|das|du|la|le|ter|ten|zu|zum|zur|vom|bin|ibn|al|el|af|av|mac|st\.?)$/iu

/** Splits a whole name: "Lovelace, Ada", "Dr. Ada King von Lovelace", "Pine & Co. Ltd". */
export function readName(text: string): NameParts {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  if (legalForm.test(name)) return { kind: 'organization', name }
  const honorific = honorifics.exec(name)?.[0].trim()
  const bare = honorific === undefined ? name : name.slice(honorific.length).trim()
  const title = honorific === undefined ? {} : { honorific }
  const inverted = /^([^,]+),\s*([^,]+)$/.exec(bare)
  if (inverted?.[1] !== undefined && inverted[2] !== undefined) {
    const [familyName, givenName] = [inverted[1].trim(), inverted[2].trim()]
    return { kind: 'person', name: `${givenName} ${familyName}`, givenName, familyName, ...title }
  }
  const words = bare.split(' ')
  if (words.length < 2) return { kind: 'person', name: bare === '' ? name : bare, ...title }
  const from = words.findIndex((word, index) => index > 0 && index < words.length - 1 && particle.test(word))
  const split = from > 0 ? from : words.length - 1
  return {
    kind: 'person',
    name: bare,
    givenName: words.slice(0, split).join(' '),
    familyName: words.slice(split).join(' '),
    ...title,
  }
}
